#version 460
//@ groups 2
//@ buf 0.0 size=4096
//@ buf 0.1 size=1024
#extension GL_KHR_shader_subgroup_basic:require
#extension GL_KHR_shader_subgroup_vote:require
#extension GL_KHR_shader_subgroup_arithmetic:require
#extension GL_KHR_shader_subgroup_ballot:require
#extension GL_KHR_shader_subgroup_shuffle:require
#extension GL_KHR_shader_subgroup_shuffle_relative:require
#extension GL_KHR_shader_subgroup_clustered:require
#extension GL_KHR_shader_subgroup_quad:require
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
#extension GL_EXT_shader_subgroup_extended_types_int64:require
#extension GL_EXT_shader_subgroup_extended_types_int8:require
#extension GL_EXT_shader_subgroup_extended_types_int16:require
#extension GL_EXT_shader_subgroup_extended_types_float16:require
layout(local_size_x=128) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
shared float16_t t[128]; uint low(uint m){return m;}
void main(){ uint i=gl_GlobalInvocationID.x;
uint x0=a[i], l=gl_SubgroupInvocationID, n=gl_SubgroupSize, base=gl_LocalInvocationID.x-l; float16_t x=float16_t(x0&1023u); t[gl_LocalInvocationID.x]=x; barrier(); uint r=0u, k=a[i^7u];
{ bool ok=subgroupShuffle(x,k%n)==t[base+(k%n)]; r|=(ok?1u:0u)<<0; }
{ uint m=(k>>8)%n; bool ok=subgroupShuffle(x,(l*5u+3u)%n)==t[base+((l*5u+3u)%n)]; r|=(ok?1u:0u)<<1; }
{ bool ok=subgroupShuffleXor(x,1u%n)==t[base+(l^(1u%n))]; r|=(ok?1u:0u)<<2; }
{ bool ok=subgroupShuffleXor(x,2u%n)==t[base+(l^(2u%n))]; r|=(ok?1u:0u)<<3; }
{ bool ok=subgroupShuffleXor(x,3u%n)==t[base+(l^(3u%n))]; r|=(ok?1u:0u)<<4; }
{ bool ok=subgroupShuffleXor(x,8u%n)==t[base+(l^(8u%n))]; r|=(ok?1u:0u)<<5; }
{ bool ok=subgroupShuffleXor(x,15u%n)==t[base+(l^(15u%n))]; r|=(ok?1u:0u)<<6; }
{ bool ok=subgroupShuffleXor(x,16u%n)==t[base+(l^(16u%n))]; r|=(ok?1u:0u)<<7; }
{ bool ok=subgroupShuffleXor(x,31u%n)==t[base+(l^(31u%n))]; r|=(ok?1u:0u)<<8; }
{ bool ok=subgroupShuffleXor(x,32u%n)==t[base+(l^(32u%n))]; r|=(ok?1u:0u)<<9; }
{ bool ok=subgroupShuffleXor(x,33u%n)==t[base+(l^(33u%n))]; r|=(ok?1u:0u)<<10; }
{ bool ok=subgroupShuffleXor(x,63u%n)==t[base+(l^(63u%n))]; r|=(ok?1u:0u)<<11; }
{ uint d=1u; float16_t y=subgroupShuffleUp(x,d); bool ok=l<d||y==t[base+(l>=d?l-d:0u)]; r|=(ok?1u:0u)<<12; }
{ uint d=5u; float16_t y=subgroupShuffleUp(x,d); bool ok=l<d||y==t[base+(l>=d?l-d:0u)]; r|=(ok?1u:0u)<<13; }
{ uint d=16u; float16_t y=subgroupShuffleUp(x,d); bool ok=l<d||y==t[base+(l>=d?l-d:0u)]; r|=(ok?1u:0u)<<14; }
{ uint d=31u; float16_t y=subgroupShuffleUp(x,d); bool ok=l<d||y==t[base+(l>=d?l-d:0u)]; r|=(ok?1u:0u)<<15; }
{ uint d=33u; float16_t y=subgroupShuffleUp(x,d); bool ok=l<d||y==t[base+(l>=d?l-d:0u)]; r|=(ok?1u:0u)<<16; }
{ uint d=1u; float16_t y=subgroupShuffleDown(x,d); bool ok=l+d>=n||y==t[base+(l+d<n?l+d:0u)]; r|=(ok?1u:0u)<<17; }
{ uint d=7u; float16_t y=subgroupShuffleDown(x,d); bool ok=l+d>=n||y==t[base+(l+d<n?l+d:0u)]; r|=(ok?1u:0u)<<18; }
{ uint d=32u; float16_t y=subgroupShuffleDown(x,d); bool ok=l+d>=n||y==t[base+(l+d<n?l+d:0u)]; r|=(ok?1u:0u)<<19; }
{ bool ok=subgroupBroadcast(x,3u)==t[base+(3u)]; r|=(ok?1u:0u)<<20; }
{ bool ok=subgroupBroadcast(x,7u)==t[base+(7u)]; r|=(ok?1u:0u)<<21; }
{ bool ok=subgroupBroadcastFirst(x)==t[base+(0u)]; r|=(ok?1u:0u)<<22; }
{ bool ok=subgroupQuadSwapDiagonal(x)==t[base+(l^3u)]; r|=(ok?1u:0u)<<23; }
{ bool ok=subgroupQuadBroadcast(x,1u)==t[base+((l&~3u)+1u)]; r|=(ok?1u:0u)<<24; }
{ float16_t y=x; if((k&1u)!=0u){ uint f=l; y=subgroupShuffle(x,l); } bool ok=y==x; r|=(ok?1u:0u)<<25; }
c[i]=r;
}
