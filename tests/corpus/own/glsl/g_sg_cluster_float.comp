#version 460
//@ groups 2
//@ cmp f32:ulp:4
//@ buf 0.0 size=2048 init=q32:-4..4
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
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i];
c[i*4u+0u]=subgroupClusteredAdd(x,4u); c[i*4u+1u]=subgroupClusteredMin(x,8u); c[i*4u+2u]=subgroupClusteredMax(x,8u); c[i*4u+3u]=subgroupClusteredMul(x,2u);
}
