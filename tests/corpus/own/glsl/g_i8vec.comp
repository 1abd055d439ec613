#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=1024
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { i8vec4 a[]; };
layout(set=0,binding=1) buffer C { i8vec4 c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
i8vec4 x=a[i],y=a[i+128u]; i8vec4 r=x*y+y.wzyx; r=max(r,x)-min(y,x.yxwz); c[i*2u]=r; r>>=(y&i8vec4(7)); c[i*2u+1u]=r;
}
