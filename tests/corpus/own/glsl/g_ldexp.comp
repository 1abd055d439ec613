#version 460
//@ groups 2
//@ buf 0.0 size=2048 init=f32:0.01..900
//@ buf 0.1 size=3072
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };
int ilog(float v){ int e; frexp(v,e); return e; }
void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i]; int e; float m=frexp(x,e); int k=int(i)-64;
c[i*6u+0u]=m; c[i*6u+1u]=float(e); c[i*6u+2u]=ldexp(x,k); c[i*6u+3u]=ldexp(x,-3); c[i*6u+4u]=modf(x,m); c[i*6u+5u]=float(ilog(x));
}
