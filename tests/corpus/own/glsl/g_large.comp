#version 460
//@ groups 2
//@ buf 0.0 size=8192
//@ buf 0.1 size=8192
layout(local_size_x=1024) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint s[1024];
void main(){ uint i=gl_GlobalInvocationID.x;
uint l=gl_LocalInvocationID.x; s[l]=a[i]; barrier(); for(uint d=512u;d>0u;d>>=1u){ if(l<d) s[l]+=s[l+d]; barrier(); } c[i]=s[0]+l;
}
