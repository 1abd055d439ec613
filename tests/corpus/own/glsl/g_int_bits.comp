#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=7680
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i],y=a[i+128u],z=a[i+256u]; int s=int(x);
c[i*15u+0u]=bitCount(x)+0u; c[i*15u+1u]=uint(findLSB(x)); c[i*15u+2u]=uint(findMSB(x)); c[i*15u+3u]=uint(findMSB(s)); c[i*15u+4u]=bitfieldReverse(x); c[i*15u+5u]=bitfieldExtract(x,int(y&15u),int(z&15u)); c[i*15u+6u]=uint(bitfieldExtract(s,int(y&15u),int(z&15u))); c[i*15u+7u]=bitfieldInsert(x,y,int(z&15u),int(z>>8u&15u)); c[i*15u+8u]=bitfieldInsert(x,y,8,8); c[i*15u+9u]=uint(findMSB(int(x>>(y&31u)))); c[i*15u+10u]=uint(findLSB(x<<(y&31u))); c[i*15u+11u]=uint(findMSB(0u)+findLSB(0u)+findMSB(-1)); c[i*15u+12u]=x<<(y&31u); c[i*15u+13u]=x>>(y&31u); c[i*15u+14u]=uint(s>>int(y&31u));
}
