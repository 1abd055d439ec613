#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=3072
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i],y=a[i+128u];
c[i*6u+0u]=(x&0xffffffu)*(y&0xffffffu); c[i*6u+1u]=(x&0xffffu)*(y&0xffu)+x; c[i*6u+2u]=uint((int(x)>>8)*(int(y)>>8)); c[i*6u+3u]=uint((int(x)>>9)*(int(y)>>20)+int(x)); c[i*6u+4u]=(x&0xffu)*3u+(y>>24u); c[i*6u+5u]=(x>>16u)*(y>>16u);
}
