#version 460
//@ groups 2
//@ buf 0.0 size=2048 init=q32:-8..8
//@ buf 0.1 size=2048
#extension GL_EXT_shader_atomic_float:require
#extension GL_EXT_shader_atomic_float2:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };
shared float s[64];
void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i]; uint k=i&7u; c[384u+i]=atomicExchange(c[128u+i],x); s[gl_LocalInvocationID.x]=1.0; barrier(); atomicAdd(s[k],x); atomicMin(s[8u+k],x); atomicMax(s[16u+k],x); barrier(); c[256u+i]=s[gl_LocalInvocationID.x];
}
