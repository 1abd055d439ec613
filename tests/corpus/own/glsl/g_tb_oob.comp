#version 460
//@ groups 2
//@ buf 0.0 size=640 format=R32G32B32A32_SFLOAT
//@ buf 0.1 size=2048
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { vec4 c[]; };
layout(set=0,binding=0) uniform samplerBuffer t;
void main(){ uint i=gl_GlobalInvocationID.x;
uint n=uint(textureSize(t)); vec4 v=texelFetch(t,int(i)); c[i]=i<n?v:vec4(i);
}
