#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=8192
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i],y=a[i+128u]; uint cy,bw,hi,lo; int sh,sl; uint s=uaddCarry(x,y,cy), d=usubBorrow(x,y,bw); umulExtended(x,y,hi,lo); imulExtended(int(x),int(y),sh,sl);
c[i*16u+0u]=s; c[i*16u+1u]=cy; c[i*16u+2u]=d; c[i*16u+3u]=bw; c[i*16u+4u]=hi; c[i*16u+5u]=lo; c[i*16u+6u]=uint(sh); c[i*16u+7u]=uint(sl); c[i*16u+8u]=x/max(y>>16u,1u); c[i*16u+9u]=x%max(y>>16u,1u); c[i*16u+10u]=uint(int(x)/max(int(y>>20u),1)); c[i*16u+11u]=uint(int(x>>1)%max(int(y>>20u),1)); c[i*16u+12u]=x/7u; c[i*16u+13u]=uint(int(x)/-13); c[i*16u+14u]=uint(abs(int(x))); c[i*16u+15u]=uint(sign(int(x)));
}
