#version 460
//@ groups 2
//@ buf 0.0 size=768 format=R32_UINT
//@ buf 0.2 size=64 format=R32_SINT
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { uint c[]; };
layout(set=0,binding=0,r32ui) uniform uimageBuffer t; layout(set=0,binding=2,r32i) uniform iimageBuffer s;
void main(){ uint i=gl_GlobalInvocationID.x;
uint k=i&7u; imageAtomicAdd(t,int(k),i); imageAtomicMin(t,int(8u+k),i*3u); imageAtomicMax(t,int(16u+k),i*5u); imageAtomicAnd(t,int(24u+k),i|0xf0u); imageAtomicOr(t,int(32u+k),i); imageAtomicXor(t,int(40u+k),i*7u); imageAtomicMin(s,int(k),50-int(i)); imageAtomicMax(s,int(8u+k),int(i)-20); c[i]=imageAtomicExchange(t,64+int(i),i*9u)+imageAtomicCompSwap(t,64+int(i),i*9u,3u)*3u+imageAtomicAdd(t,64+int(i),5u);
}
