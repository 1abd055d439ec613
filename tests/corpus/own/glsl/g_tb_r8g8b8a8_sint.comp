#version 460
//@ groups 2
//@ cmp bits
//@ buf 0.0 size=400 format=R8G8B8A8_SINT
//@ buf 0.1 size=4096
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { ivec4 c[]; };
layout(set=0,binding=0) uniform isamplerBuffer t;
void main(){ uint i=gl_GlobalInvocationID.x;
int n=textureSize(t); ivec4 v=texelFetch(t,int(i)%n); c[i]=v; c[128u+i]=texelFetch(t,(int(i)*7+3)%n); if(i==0u) c[0].w+=1;
}
