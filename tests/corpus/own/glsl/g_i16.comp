#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=8704
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
int16_t x=int16_t(a[i]),y=int16_t(a[i]>>16),z=int16_t(a[i+128u]); uint16_t u=uint16_t(x),v=uint16_t(y); 
c[i*17u+0u]=uint(x+y); c[i*17u+1u]=uint(x*y); c[i*17u+2u]=uint(x-z); c[i*17u+3u]=uint(min(x,y)); c[i*17u+4u]=uint(max(x,min(y,z))); c[i*17u+5u]=uint(u*v+uint16_t(z)); c[i*17u+6u]=uint(x>>(v&15us)); c[i*17u+7u]=uint(u>>(v&15us)); c[i*17u+8u]=uint(u<<(v&15us)); c[i*17u+9u]=uint(x/(y|1s)); c[i*17u+10u]=uint(u%(v|1us)); c[i*17u+11u]=x<y?1u:0u; c[i*17u+12u]=u>=v?3u:5u; c[i*17u+13u]=uint(~x); c[i*17u+14u]=uint(clamp(x,-100s,100s)); c[i*17u+15u]=uint(abs(x)); c[i*17u+16u]=uint(max(min(u,v),min(max(u,v),uint16_t(z))));
}
