#version 460
//@ groups 2
//@ buf 0.0 size=2048 init=q32:-8..8
//@ buf 0.1 size=2048 init=q32:-8..8
#extension GL_EXT_shader_atomic_float:require
#extension GL_EXT_shader_atomic_float2:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i]; uint k=i&7u; atomicMin(c[k],x); atomicMax(c[8u+k],x); c[64u+i]=atomicMax(c[256u+i],x)+atomicMin(c[256u+i],x*0.5);
}
