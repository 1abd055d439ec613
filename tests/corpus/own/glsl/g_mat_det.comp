#version 460
//@ groups 2
//@ cmp f32:ulp:64,abs:1e-3
//@ buf 0.0 size=8192 init=q32:-4..4
//@ buf 0.1 size=2048
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { vec4 a[]; };
layout(set=0,binding=1) buffer C { vec4 c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
mat3 m=mat3(a[i].xyz,a[i+1u].xyz,a[i+2u].xyz); float d=determinant(m); mat2 n=mat2(a[i].xy,a[i].zw); c[i]=vec4(d,determinant(n),outerProduct(a[i].xy,a[i].zw)[1].x,cross(a[i].xyz,a[i+1u].xyz).y);
}
