#version 460
//@ groups 2
//@ buf 0.0 size=1536 format=R32G32B32A32_SFLOAT
//@ buf 0.2 size=1536 format=R32G32B32A32_SFLOAT init=zero cmp=bits
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { uint c[]; };
layout(set=0,binding=0,rgba32f) readonly uniform imageBuffer t; layout(set=0,binding=2,rgba32f) writeonly uniform imageBuffer o;
void main(){ uint i=gl_GlobalInvocationID.x;
int n=imageSize(t); if(int(i)<n){ vec4 v=imageLoad(t,n-1-int(i)); imageStore(o,int(i),v); } c[i]=uint(n);
}
