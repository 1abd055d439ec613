#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i], h=i; for(uint k=0u;k<(x&15u);k++){ switch(x>>k&7u){ case 0u: h+=x; break; case 1u: h^=k; case 2u: h*=3u; break; case 3u: continue; case 4u: if((h&1u)==0u) break; h-=7u; break; case 5u: { for(uint j=0u;j<(h&3u);j++){ if(j==2u) break; h+=j*x; } } break; case 6u: h=~h; break; default: if((h&0x70u)==0x70u){ c[i]=h; return; } h+=1u; } } do { h=h*5u+1u; if((h&0x300u)==0x100u) break; } while((h&7u)!=3u); c[i]=h;
}
