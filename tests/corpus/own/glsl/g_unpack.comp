#version 460
//@ groups 2
//@ cmp f32:ulp:1
//@ buf 0.0 size=2048
//@ buf 0.1 size=4096
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { float c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i];
c[i*8u+0u]=unpackUnorm2x16(x).x; c[i*8u+1u]=unpackUnorm2x16(x).y; c[i*8u+2u]=unpackSnorm2x16(x).x; c[i*8u+3u]=unpackSnorm2x16(x).y; c[i*8u+4u]=unpackUnorm4x8(x).x; c[i*8u+5u]=unpackUnorm4x8(x).w; c[i*8u+6u]=unpackSnorm4x8(x).y; c[i*8u+7u]=unpackSnorm4x8(x).z;
}
