#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=2048
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i], k=x>>5u&7u; atomicAdd(c[k],x); atomicAnd(c[8u+k],x|0xffffu); atomicOr(c[16u+k],x&0xf0f0u); atomicXor(c[24u+k],x); atomicMin(c[32u+k],x); atomicMax(c[40u+k],x); atomicExchange(c[48u+k],9u); atomicCompSwap(c[56u+k],c[56u+k],5u); c[64u+i]=atomicAdd(c[192u+i],x)+atomicMax(c[192u+i],x*3u)*3u+atomicExchange(c[192u+i],i)*5u+atomicCompSwap(c[192u+i],i,x)*7u+atomicXor(c[192u+i],0x55u)+atomicMin(c[192u+i],x)+atomicAnd(c[192u+i],x|7u)+atomicOr(c[192u+i],1u);
}
