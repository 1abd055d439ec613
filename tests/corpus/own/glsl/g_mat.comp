#version 460
//@ groups 2
//@ cmp f32:ulp:16,abs:1e-3
//@ buf 0.0 size=8192 init=q32:-4..4
//@ buf 0.1 size=6144
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { vec4 a[]; };
layout(set=0,binding=1) buffer C { vec4 c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
mat4 m=mat4(a[i],a[i+1u],a[i+2u],a[i+3u]); vec4 v=m*a[i+4u]; mat4 t=transpose(m); c[i*3u]=v; c[i*3u+1u]=a[i]*t; c[i*3u+2u]=(m*t)[1];
}
