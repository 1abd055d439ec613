#version 460
//@ groups 2
//@ push u32:7 u32:305397846 u64:1234567890123 u32:1 u32:2 u32:3 u32:4 u32:5 u32:6 u32:7 u32:8 f32:1 f32:2 f32:3 f32:4 f32:1 f32:2 f32:3 f32:4 f32:5
//@ buf 0.0 size=2048
//@ buf 0.1 size=1024
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
layout(push_constant) uniform PC { uint k; uint8_t b; uint16_t h; uint64_t w; uint t[8]; vec4 v; mat2 m; float f16; };
void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; c[i*2u]=x*k+t[gl_WorkGroupID.x+2u]; c[i*2u+1u]=uint(v[gl_WorkGroupID.x])+uint(b)+uint(h)+uint(w>>7)+floatBitsToUint(f16)*0u+uint(m[1].y);
}
