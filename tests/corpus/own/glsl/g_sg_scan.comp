#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=3072
#extension GL_KHR_shader_subgroup_basic:require
#extension GL_KHR_shader_subgroup_vote:require
#extension GL_KHR_shader_subgroup_arithmetic:require
#extension GL_KHR_shader_subgroup_ballot:require
#extension GL_KHR_shader_subgroup_shuffle:require
#extension GL_KHR_shader_subgroup_shuffle_relative:require
#extension GL_KHR_shader_subgroup_clustered:require
#extension GL_KHR_shader_subgroup_quad:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint t[64];
void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]&0xffffu, l=gl_SubgroupInvocationID; uint e=subgroupExclusiveAdd(x), n=subgroupInclusiveAdd(x), m=subgroupInclusiveMax(x), em=subgroupExclusiveMin(x), xo=subgroupInclusiveXor(x), mu=subgroupInclusiveMul(x|1u), an=subgroupExclusiveAnd(x), eo=subgroupExclusiveOr(x);
uint sx=subgroupShuffleUp(xo,1u); t[gl_LocalInvocationID.x]=n; barrier(); bool f=l==0u; c[i*6u]=n-e==x?1u:0u; c[i*6u+1u]=f?m-x+em+an+eo:(n-t[gl_LocalInvocationID.x-1u]); c[i*6u+2u]=f?xo:(xo^sx); uint pm=subgroupShuffleUp(mu,1u); c[i*6u+3u]=f?mu:(pm*(x|1u)==mu?7u:8u); uint px=subgroupShuffleUp(m,1u); c[i*6u+4u]=f||m==max(px,x)?4u:5u; c[i*6u+5u]=subgroupShuffle(n,l)-e;
if(f){c[i*6u+1u]=c[i*6u+2u]=c[i*6u+3u]=0u;} else if((i&7u)==0u) c[i*6u+1u]=c[i*6u+2u]=c[i*6u+3u]=0u; 
}
