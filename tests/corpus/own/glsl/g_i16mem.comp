#version 460
//@ groups 2
//@ buf 0.0 size=1024
//@ buf 0.1 size=768
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { int16_t a[]; };
layout(set=0,binding=1) buffer C { int16_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
int x=int(a[i*2u])*int(a[i+1u]); c[i*3u]=int16_t(x); c[i*3u+1u]=int16_t(x>>16); c[i*3u+2u]=a[i*4u];
}
