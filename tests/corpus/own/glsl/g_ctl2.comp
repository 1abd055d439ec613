#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i],h=0u; bool p=false; for(;;){ if((x&1u)!=0u){ h+=x; if(h>1000000u) break; } else if((x&2u)!=0u){ h^=x>>1u; p=!p; } else { uint y=x&255u; while(y>0u){ h+=y; y>>=2u; if(p&&y<9u) break; if((y&5u)==5u) continue; h*=3u; } } x=x>>1u; if(x==0u) break; } c[i]=h+(p?1u:0u);
}
