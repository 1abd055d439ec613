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
shared uint t[128]; uint low(uint m){return m;}
void main(){ uint i=gl_GlobalInvocationID.x;
uint x0=a[i], l=gl_SubgroupInvocationID, n=gl_SubgroupSize, base=gl_LocalInvocationID.x-l; uint x=x0; t[gl_LocalInvocationID.x]=x; barrier(); uint r=0u, k=a[i^7u];
{ uvec4 b=subgroupBallot((x0&1u)!=0u); uint e=0u; for(uint j=0u;j<n;j++) e+=t[base+j]&1u; bool ok=subgroupBallotBitCount(b)==e; r|=(ok?1u:0u)<<0; }
{ uvec4 b=subgroupBallot((x0&1u)!=0u); uint e=0u; for(uint j=0u;j<l;j++) e+=t[base+j]&1u; bool ok=subgroupBallotExclusiveBitCount(b)==e; r|=(ok?1u:0u)<<1; }
{ uvec4 b=subgroupBallot((x0&3u)==0u); uint e=999u; for(uint j=n;j>0u;j--) if((t[base+j-1u]&3u)==0u) e=j-1u; bool ok=e==999u||subgroupBallotFindLSB(b)==e; r|=(ok?1u:0u)<<2; }
{ uvec4 b=subgroupBallot((x0&3u)==0u); uint e=999u; for(uint j=0u;j<n;j++) if((t[base+j]&3u)==0u) e=j; bool ok=e==999u||subgroupBallotFindMSB(b)==e; r|=(ok?1u:0u)<<3; }
{ bool ok=gl_SubgroupEqMask[l>>5]==1u<<(l&31u); r|=(ok?1u:0u)<<4; }
{ bool ok=bitCount(gl_SubgroupLtMask.x)+bitCount(gl_SubgroupLtMask.y)==int(l); r|=(ok?1u:0u)<<5; }
{ bool ok=bitCount(gl_SubgroupGeMask.x)+bitCount(gl_SubgroupGeMask.y)==int(n-l); r|=(ok?1u:0u)<<6; }
{ uint e=1u; for(uint j=0u;j<n;j++) if(t[base+j]!=t[base]) e=0u; bool ok=subgroupAllEqual(x)==(e==1u); r|=(ok?1u:0u)<<7; }
{ bool ok=subgroupAny(l==n-1u)&&!subgroupAll(l==0u)&&subgroupAll(l<n); r|=(ok?1u:0u)<<8; }
{ uint e=0u; for(uint j=0u;j<n;j++) if((t[base+j]&2u)!=0u) e+=t[base+j]; uint y=e; if((x0&2u)!=0u) y=subgroupAdd(x); bool ok=y==e; r|=(ok?1u:0u)<<9; }
{ uint e=0xffffffffu; for(uint j=0u;j<n;j++) if((t[base+j]&4u)!=0u) e=min(e,t[base+j]); uint y=e; if((x0&4u)!=0u) y=subgroupMin(x); bool ok=y==e; r|=(ok?1u:0u)<<10; }
{ uint e=0u; for(uint j=0u;j<=l;j++) if((t[base+j]&8u)!=0u) e^=t[base+j]; uint y=e; if((x0&8u)!=0u) y=subgroupInclusiveXor(x); bool ok=y==e; r|=(ok?1u:0u)<<11; }
c[i]=r;
}
