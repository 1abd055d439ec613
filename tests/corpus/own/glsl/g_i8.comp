#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=6656
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
int8_t x=int8_t(a[i]),y=int8_t(a[i]>>8); uint8_t u=uint8_t(a[i]>>16),v=uint8_t(a[i]>>24);
c[i*13u+0u]=uint(x+y); c[i*13u+1u]=uint(x*y); c[i*13u+2u]=uint(u+v); c[i*13u+3u]=uint(u*v); c[i*13u+4u]=uint(min(x,y)); c[i*13u+5u]=uint(max(u,v)); c[i*13u+6u]=uint(x>>(v&uint8_t(7))); c[i*13u+7u]=uint(u<<(v&uint8_t(7))); c[i*13u+8u]=uint(u/(v|uint8_t(1))); c[i*13u+9u]=uint((x&int8_t(0x7f))%((y&int8_t(0x7f))|int8_t(1))); c[i*13u+10u]=x<y?1u:2u; c[i*13u+11u]=floatBitsToUint(float(x)); c[i*13u+12u]=floatBitsToUint(float(u)*0.5);
}
