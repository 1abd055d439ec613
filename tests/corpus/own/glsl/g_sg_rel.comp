#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=2048
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
uint x=a[i]; uint l=gl_SubgroupInvocationID&7u; uint u=subgroupShuffleUp(x,1u), d=subgroupShuffleDown(x,2u), e=subgroupShuffleDown(x,1u), f=subgroupShuffleUp(x,3u);
c[i*4u+0u]=l>=1u?u:0u; c[i*4u+1u]=l<6u?d:0u; c[i*4u+2u]=l<7u?e:1u; c[i*4u+3u]=l>=3u?f:2u;
}
