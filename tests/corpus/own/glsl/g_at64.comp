#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=2048
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
#extension GL_EXT_shader_atomic_int64:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint64_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint64_t x=uint64_t(a[i])<<21|i; uint k=i; uint64_t r=atomicAdd(c[k],x); r^=atomicMax(c[k],x*3ul); r+=atomicExchange(c[k],x^5ul); r^=atomicCompSwap(c[k],x^5ul,x+1ul); r+=atomicMin(c[k],x<<3); r^=atomicAnd(c[k],~(x>>2)); r+=atomicOr(c[k],x>>5); r^=atomicXor(c[k],x<<9); c[128u+i]=r;
}
