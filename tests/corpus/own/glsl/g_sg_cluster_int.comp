#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=4608
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

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; int s=int(x);
c[i*9u+0u]=subgroupClusteredAdd(x,4u); c[i*9u+1u]=subgroupClusteredMul(x|1u,8u); c[i*9u+2u]=subgroupClusteredMin(x,2u); c[i*9u+3u]=subgroupClusteredMax(x,8u); c[i*9u+4u]=subgroupClusteredAnd(x|0xffu,4u); c[i*9u+5u]=subgroupClusteredOr(x&0xff00u,8u); c[i*9u+6u]=subgroupClusteredXor(x,2u); c[i*9u+7u]=uint(subgroupClusteredMin(s,8u)); c[i*9u+8u]=uint(subgroupClusteredMax(s,4u));
}
