#version 460
//@ groups 2
//@ cmp bits
//@ buf 0.0 size=800 format=R16G16B16A16_SFLOAT
//@ buf 0.1 size=4096
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { vec4 c[]; };
layout(set=0,binding=0) uniform samplerBuffer t;
void main(){ uint i=gl_GlobalInvocationID.x;
int n=textureSize(t); vec4 v=texelFetch(t,int(i)%n); c[i]=v; c[128u+i]=texelFetch(t,(int(i)*7+3)%n); if(i==0u) c[0].w+=1;
}
