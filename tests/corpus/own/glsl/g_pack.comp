#version 460
//@ groups 2
//@ buf 0.0 size=8192 init=f32:-1.3..1.3
//@ buf 0.1 size=3072
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { vec4 a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
vec2 v=a[i].xy; vec4 w=a[i];
c[i*6u+0u]=packUnorm2x16(v); c[i*6u+1u]=packSnorm2x16(v); c[i*6u+2u]=packUnorm4x8(w); c[i*6u+3u]=packSnorm4x8(w); c[i*6u+4u]=floatBitsToUint(unpackHalf2x16(floatBitsToUint(v.x)&0x7bff7bffu).x); c[i*6u+5u]=floatBitsToUint(unpackHalf2x16(floatBitsToUint(v.y)&0x7bff7bffu).y);
}
