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
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint s[64]; shared int t[64]; shared uint64_t q[64];
void main(){ uint i=gl_GlobalInvocationID.x;
uint l=gl_LocalInvocationID.x, x=a[i], k=x>>5u&7u; s[l]=l*0x01010101u; t[l]=int(l)-32; q[l]=uint64_t(l); barrier();
atomicAdd(s[k],x); atomicAnd(s[8u+k],x|0xffffu); atomicOr(s[16u+k],x&0xf0f0u); atomicXor(s[24u+k],x); atomicMin(s[32u+k],x); atomicMax(s[40u+k],x); atomicMin(t[k],int(x)); atomicMax(t[8u+k],int(x)); atomicAdd(t[16u+k],int(x)); atomicAdd(q[k],uint64_t(x)<<13); atomicMax(q[8u+k],uint64_t(x)<<20); atomicMin(q[16u+k],uint64_t(x)); atomicXor(q[24u+k],uint64_t(x)*0x10001ul); atomicOr(q[32u+k],uint64_t(x)<<30); atomicAnd(q[40u+k],~(uint64_t(x)<<9)); 
uint o=atomicExchange(s[48u+(l&15u)],77u); atomicCompSwap(t[32u+(l&31u)],int(l&31u),-5); barrier(); c[i*4u]=s[l]; c[i*4u+1u]=uint(t[l]); c[i*4u+2u]=uint(q[l]); c[i*4u+3u]=uint(q[l]>>32);
}
