#version 460
//@ groups 2
//@ push u32:23 u32:4
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
layout(push_constant) uniform P { uint n,m; };
void main(){ uint i=gl_GlobalInvocationID.x;
uint h=a[i]; for(uint k=0u;k<n;k++){ if((k&gl_WorkGroupID.x)==1u) h+=k; else if(k==m) h*=3u; switch(k%5u){ case 0u: h^=1u; break; case 1u: h+=5u; break; case 2u: h<<=1u; break; case 3u: h-=k; break; default: h=~h; } } c[i]=h;
}
