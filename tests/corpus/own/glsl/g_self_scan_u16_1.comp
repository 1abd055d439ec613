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
shared uint16_t t[128]; uint low(uint m){return m;}
void main(){ uint i=gl_GlobalInvocationID.x;
uint x0=a[i], l=gl_SubgroupInvocationID, n=gl_SubgroupSize, base=gl_LocalInvocationID.x-l; uint16_t x=uint16_t(x0); t[gl_LocalInvocationID.x]=x; barrier(); uint r=0u, k=a[i^7u];
{ uint16_t s=uint16_t(0); for(uint j=0u;j<n;j++){ uint16_t v=t[base+j]; s=max(s,v); } bool ok=subgroupMax(x)==s; r|=(ok?1u:0u)<<0; }
{ uint16_t s=uint16_t(0); for(uint j=0u;j<l+1u;j++){ uint16_t v=t[base+j]; s=max(s,v); } bool ok=subgroupInclusiveMax(x)==s; r|=(ok?1u:0u)<<1; }
{ uint16_t s=uint16_t(0); for(uint j=0u;j<l;j++){ uint16_t v=t[base+j]; s=max(s,v); } bool ok=subgroupExclusiveMax(x)==s; r|=(ok?1u:0u)<<2; }
{ uint16_t s=uint16_t(0); for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint16_t v=t[base+j]; s=max(s,v); } bool ok=subgroupClusteredMax(x,4u)==s; r|=(ok?1u:0u)<<3; }
{ uint16_t s=uint16_t(~uint16_t(0)); for(uint j=0u;j<n;j++){ uint16_t v=t[base+j]; s=uint16_t(s&v); } bool ok=subgroupAnd(x)==s; r|=(ok?1u:0u)<<4; }
{ uint16_t s=uint16_t(~uint16_t(0)); for(uint j=0u;j<l+1u;j++){ uint16_t v=t[base+j]; s=uint16_t(s&v); } bool ok=subgroupInclusiveAnd(x)==s; r|=(ok?1u:0u)<<5; }
{ uint16_t s=uint16_t(~uint16_t(0)); for(uint j=0u;j<l;j++){ uint16_t v=t[base+j]; s=uint16_t(s&v); } bool ok=subgroupExclusiveAnd(x)==s; r|=(ok?1u:0u)<<6; }
{ uint16_t s=uint16_t(~uint16_t(0)); for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint16_t v=t[base+j]; s=uint16_t(s&v); } bool ok=subgroupClusteredAnd(x,4u)==s; r|=(ok?1u:0u)<<7; }
{ uint16_t s=uint16_t(0); for(uint j=0u;j<n;j++){ uint16_t v=t[base+j]; s=uint16_t(s|v); } bool ok=subgroupOr(x)==s; r|=(ok?1u:0u)<<8; }
{ uint16_t s=uint16_t(0); for(uint j=0u;j<l+1u;j++){ uint16_t v=t[base+j]; s=uint16_t(s|v); } bool ok=subgroupInclusiveOr(x)==s; r|=(ok?1u:0u)<<9; }
{ uint16_t s=uint16_t(0); for(uint j=0u;j<l;j++){ uint16_t v=t[base+j]; s=uint16_t(s|v); } bool ok=subgroupExclusiveOr(x)==s; r|=(ok?1u:0u)<<10; }
{ uint16_t s=uint16_t(0); for(uint j=l&~3u;j<(l&~3u)+4u;j++){ uint16_t v=t[base+j]; s=uint16_t(s|v); } bool ok=subgroupClusteredOr(x,4u)==s; r|=(ok?1u:0u)<<11; }
c[i]=r;
}
