#version 460
//@ groups 2
//@ buf 0.2 size=4096 init=q32:0..64
//@ buf 0.0 size=2048
//@ buf 0.1 size=2048
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
struct S { uint k; vec3 v; mat2 m; uint t[4]; vec3 w; }; layout(set=0,binding=2,std430) readonly buffer B { S b[]; };
void main(){ uint i=gl_GlobalInvocationID.x;
S s=b[i%16u]; s.v.zx=s.v.xz; s.m[1]+=vec2(1.0); s.t[i&3u]*=3u; c[i*4u]=s.t[(i+1u)&3u]+s.k; c[i*4u+1u]=uint(s.v.x+s.m[1].y); c[i*4u+2u]=uint(s.w.z); c[i*4u+3u]=s.t[0]^s.t[3];
}
