#version 460
//@ groups 2
//@ buf 0.0 size=192 format=R16_UNORM
//@ buf 0.2 size=192 format=R16_UNORM init=zero cmp=u16:abs:1
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { uint c[]; };
layout(set=0,binding=0,r16) readonly uniform imageBuffer t; layout(set=0,binding=2,r16) writeonly uniform imageBuffer o;
void main(){ uint i=gl_GlobalInvocationID.x;
int n=imageSize(t); if(int(i)<n){ vec4 v=imageLoad(t,n-1-int(i)); imageStore(o,int(i),v); } c[i]=uint(n);
}
