#version 460
//@ groups 2
//@ buf 0.0 size=4096
//@ buf 0.1 size=1024
layout(local_size_x=100) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
if(i<100u*2u) c[i]=a[i]*7u+gl_LocalInvocationIndex;
}
