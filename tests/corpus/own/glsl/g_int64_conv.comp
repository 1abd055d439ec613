#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=10240
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint64_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
int64_t s=int64_t((uint64_t(a[i])<<32)|a[i+128u])>>int64_t(a[i+256u]&63u); uint64_t x=uint64_t(s);
c[i*10u+0u]=doubleBitsToUint64(double(s)); c[i*10u+1u]=doubleBitsToUint64(double(x)); c[i*10u+2u]=uint64_t(floatBitsToUint(float(s))); c[i*10u+3u]=uint64_t(floatBitsToUint(float(x))); c[i*10u+4u]=uint64_t(int64_t(double(s>>12))); c[i*10u+5u]=uint64_t(double(x>>12)); c[i*10u+6u]=uint64_t(float(a[i]>>8)); c[i*10u+7u]=uint64_t(int(s)); c[i*10u+8u]=uint64_t(int16_t(s)); c[i*10u+9u]=uint64_t(uint8_t(x));
}
