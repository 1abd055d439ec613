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
shared int64_t t[128]; uint low(uint m){return m;}
void main(){ uint i=gl_GlobalInvocationID.x;
uint x0=a[i], l=gl_SubgroupInvocationID, n=gl_SubgroupSize, base=gl_LocalInvocationID.x-l; int64_t x=int64_t(uint64_t(x0)*0x923456789ul); t[gl_LocalInvocationID.x]=x; barrier(); uint r=0u, k=a[i^7u];
{ int64_t s=0x7fffffffffffffffl; for(uint j=0u;j<n;j++){ int64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupMin(x)==s; r|=(ok?1u:0u)<<0; }
{ int64_t s=0x7fffffffffffffffl; for(uint j=0u;j<l+1u;j++){ int64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupInclusiveMin(x)==s; r|=(ok?1u:0u)<<1; }
{ int64_t s=0x7fffffffffffffffl; for(uint j=0u;j<l;j++){ int64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupExclusiveMin(x)==s; r|=(ok?1u:0u)<<2; }
{ int64_t s=0x7fffffffffffffffl; for(uint j=l&~3u;j<(l&~3u)+4u;j++){ int64_t v=t[base+j]; s=min(s,v); } bool ok=subgroupClusteredMin(x,4u)==s; r|=(ok?1u:0u)<<3; }
{ int64_t s=int64_t(0x8000000000000000ul); for(uint j=0u;j<n;j++){ int64_t v=t[base+j]; s=max(s,v); } bool ok=subgroupMax(x)==s; r|=(ok?1u:0u)<<4; }
{ int64_t s=int64_t(0x8000000000000000ul); for(uint j=0u;j<l+1u;j++){ int64_t v=t[base+j]; s=max(s,v); } bool ok=subgroupInclusiveMax(x)==s; r|=(ok?1u:0u)<<5; }
{ int64_t s=int64_t(0x8000000000000000ul); for(uint j=0u;j<l;j++){ int64_t v=t[base+j]; s=max(s,v); } bool ok=subgroupExclusiveMax(x)==s; r|=(ok?1u:0u)<<6; }
{ int64_t s=int64_t(0x8000000000000000ul); for(uint j=l&~3u;j<(l&~3u)+4u;j++){ int64_t v=t[base+j]; s=max(s,v); } bool ok=subgroupClusteredMax(x,4u)==s; r|=(ok?1u:0u)<<7; }
c[i]=r;
}
