#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint n=uint(c.length()); c[i]=a[i]+n+uint(a.length());
}
