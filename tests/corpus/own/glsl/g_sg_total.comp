#version 460
//@ groups 2
//@ buf 0.0 size=4096
//@ buf 0.1 size=5120
#extension GL_KHR_shader_subgroup_basic:require
#extension GL_KHR_shader_subgroup_vote:require
#extension GL_KHR_shader_subgroup_arithmetic:require
#extension GL_KHR_shader_subgroup_ballot:require
#extension GL_KHR_shader_subgroup_shuffle:require
#extension GL_KHR_shader_subgroup_shuffle_relative:require
#extension GL_KHR_shader_subgroup_clustered:require
#extension GL_KHR_shader_subgroup_quad:require
layout(local_size_x=128) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint s,m,n,k,o;
void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; if(gl_LocalInvocationID.x==0u){s=0u;m=0u;n=0xffffffffu;k=0u;o=0u;} barrier();
uint r=subgroupAdd(x), y=subgroupMax(x), z=subgroupMin(x), w=subgroupXor(x), v=subgroupOr(x&0xff0f0u); uint b=subgroupBallotBitCount(subgroupBallot((x&1u)!=0u));
if(subgroupElect()){ atomicAdd(s,r+b); atomicMax(m,y); atomicMin(n,z); atomicXor(k,w); atomicOr(o,v); } barrier();
c[i*5u]=s; c[i*5u+1u]=m; c[i*5u+2u]=n; c[i*5u+3u]=k; c[i*5u+4u]=o;
}
