#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
uint h(uint64_t q){ return uint(q*q>>11); } float g(vec3 v){ return v.x*v.y+v.z; } uint f(uint a,float b,uint d){ uint r=a; for(uint k=0u;k<4u;k++) r=r*3u+uint(b)+d*k; return r; }
void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; c[i]=f(x,g(vec3(x&255u,i,2.0)),h(uint64_t(x)));
}
