#version 460
//@ groups 2
//@ buf 0.0 size=384 format=R32_SINT init=u8:0..7
//@ buf 0.2 size=384 format=R32_SINT init=zero
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { uint c[]; };
layout(set=0,binding=0,r32i) readonly uniform iimageBuffer t; layout(set=0,binding=2,r32i) writeonly uniform iimageBuffer o;
void main(){ uint i=gl_GlobalInvocationID.x;
int n=imageSize(t); if(int(i)<n){ ivec4 v=imageLoad(t,n-1-int(i)); imageStore(o,int(i),v.wzyx+v); } c[i]=uint(n);
}
