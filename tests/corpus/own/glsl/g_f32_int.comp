#version 460
//@ groups 2
//@ buf 0.0 size=2048 init=bits
//@ buf 0.1 size=4608
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i];
c[i*9u+0u]=uint(floatBitsToInt(x)); c[i*9u+1u]=isnan(x)?1u:0u; c[i*9u+2u]=isinf(x)?1u:0u; c[i*9u+3u]=x!=x?1u:0u; c[i*9u+4u]=x<-1e-30?1u:0u; c[i*9u+5u]=x>1.0||x<=-1.0?3u:4u; c[i*9u+6u]=floatBitsToUint(abs(x))==0x7f800000u?1u:2u; c[i*9u+7u]=!(x<2.0)?1u:0u; c[i*9u+8u]=abs(x)<1e-30?1u:0u;
}
