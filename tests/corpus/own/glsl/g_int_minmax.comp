#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=8192
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i],y=a[i+128u],z=a[i+256u]; int s=int(x),t=int(y),u=int(z);
c[i*16u+0u]=min(x,min(y,z)); c[i*16u+1u]=max(x,max(y,z)); c[i*16u+2u]=uint(min(s,min(t,u))); c[i*16u+3u]=uint(max(s,max(t,u))); c[i*16u+4u]=clamp(x,100u,0x80000000u); c[i*16u+5u]=uint(clamp(s,-1000000,1000000)); c[i*16u+6u]=max(min(max(x,y),z),min(x,y)); c[i*16u+7u]=uint(max(min(s,t),min(max(s,t),u))); c[i*16u+8u]=x*y+z; c[i*16u+9u]=(x<<2u)+y; c[i*16u+10u]=(x<<y%32u)|z; c[i*16u+11u]=(x&y)|z; c[i*16u+12u]=(x|y)|z; c[i*16u+13u]=x^y^z; c[i*16u+14u]=x+y+z; c[i*16u+15u]=(x+y)<<3u;
}
