#version 460
//@ groups 2
//@ cmp f64:ulp:64
//@ buf 0.0 size=4096 init=f64:-50..50
//@ buf 0.1 size=7168
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { double a[]; };
layout(set=0,binding=1) buffer C { double c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
double x=a[i],y=a[i+128u];
c[i*7u+0u]=x/y; c[i*7u+1u]=sqrt(abs(x)); c[i*7u+2u]=inversesqrt(abs(y)); c[i*7u+3u]=1.0LF/x; c[i*7u+4u]=mod(x,abs(y)+0.5LF); c[i*7u+5u]=length(dvec2(x,y)); c[i*7u+6u]=dot(dvec3(x,y,2.0LF),dvec3(y,x,1.0LF));
}
