#version 460
//@ groups 2
//@ buf 0.0 size=512
//@ buf 0.1 size=512
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint8_t a[]; };
layout(set=0,binding=1) buffer C { uint8_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=uint(a[i*4u+1u])+uint(a[i*3u])*256u; c[i*4u]=uint8_t(x); c[i*4u+3u]=uint8_t(x>>8u); c[i*4u+1u]=a[i]; c[i*4u+2u]=uint8_t(i);
}
