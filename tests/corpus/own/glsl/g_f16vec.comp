#version 460
//@ groups 2
//@ cmp f16:ulp:1
//@ buf 0.0 size=2048 init=f16:-4..4
//@ buf 0.1 size=5120
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { f16vec2 a[]; };
layout(set=0,binding=1) buffer C { f16vec2 c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
f16vec2 x=a[i],y=a[i+128u];
c[i*10u+0u]=x+y; c[i*10u+1u]=x-y.yx; c[i*10u+2u]=x*y; c[i*10u+3u]=min(x,y); c[i*10u+4u]=max(x.yx,y); c[i*10u+5u]=-x*y.xx; c[i*10u+6u]=clamp(x,f16vec2(0),f16vec2(1)); c[i*10u+7u]=abs(x)+y; c[i*10u+8u]=x.yy*-y.yx; c[i*10u+9u]=f16vec2(x.x<y.x?x.y:y.y,x.y);
}
