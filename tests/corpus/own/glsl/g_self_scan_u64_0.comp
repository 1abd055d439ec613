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
shared uint64_t t[128]; uint low(uint m){return m;}
void main(){ uint i=gl_GlobalInvocationID.x;
uint x0=a[i], l=gl_SubgroupInvocationID, n=gl_SubgroupSize, base=gl_LocalInvocationID.x-l; uint64_t x=uint64_t(x0)*0x123456789ul; t[gl_LocalInvocationID.x]=x; barrier(); uint r=0u, k=a[i^7u];
{ uint64_t s=0ul; for(uint j=0u;j<n;j++){ uint64_t v=t[base+j]; s=uint64_t(s+v); } bool ok=subgroupAdd(x)==s; r|=(ok?1u:0u)<<0; }
{ uint64_t s=0ul; for(uint j=0u;j<l+1u;j++){ uint64_t v=t[base+j]; s=uint64_t(s+v); } bool ok=subgroupInclusiveAdd(x)==s; r|=(ok?1u:0u)<<1; }
{ uint64_t s=0ul; for(uint j=0u;j<l;j++){ uint64_t v=t[base+j]; s=uint64_t(s+v); } bool ok=subgroupExclusiveAdd(x)==s; r|=(ok?1u:0u)<<2; }
{ uint64_t s=0ul; for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint64_t v=t[base+j]; s=uint64_t(s+v); } bool ok=subgroupClusteredAdd(x,4u)==s; r|=(ok?1u:0u)<<3; }
{ uint64_t s=1ul; for(uint j=0u;j<n;j++){ uint64_t v=t[base+j]; s=uint64_t(s*v); } bool ok=subgroupMul(x)==s; r|=(ok?1u:0u)<<4; }
{ uint64_t s=1ul; for(uint j=0u;j<l+1u;j++){ uint64_t v=t[base+j]; s=uint64_t(s*v); } bool ok=subgroupInclusiveMul(x)==s; r|=(ok?1u:0u)<<5; }
{ uint64_t s=1ul; for(uint j=0u;j<l;j++){ uint64_t v=t[base+j]; s=uint64_t(s*v); } bool ok=subgroupExclusiveMul(x)==s; r|=(ok?1u:0u)<<6; }
{ uint64_t s=1ul; for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint64_t v=t[base+j]; s=uint64_t(s*v); } bool ok=subgroupClusteredMul(x,4u)==s; r|=(ok?1u:0u)<<7; }
{ uint64_t s=0xfffffffffffffffful; for(uint j=0u;j<n;j++){ uint64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupMin(x)==s; r|=(ok?1u:0u)<<8; }
{ uint64_t s=0xfffffffffffffffful; for(uint j=0u;j<l+1u;j++){ uint64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupInclusiveMin(x)==s; r|=(ok?1u:0u)<<9; }
{ uint64_t s=0xfffffffffffffffful; for(uint j=0u;j<l;j++){ uint64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupExclusiveMin(x)==s; r|=(ok?1u:0u)<<10; }
{ uint64_t s=0xfffffffffffffffful; for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupClusteredMin(x,4u)==s; r|=(ok?1u:0u)<<11; }
c[i]=r;
}
