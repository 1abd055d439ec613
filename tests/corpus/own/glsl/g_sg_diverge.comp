#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
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
uint x=a[i], r=1u; if((x&1u)!=0u){ r=subgroupClusteredOr(1u<<(i&7u),8u); r=subgroupQuadBroadcast(r,0u)==0u?5u:r; } else { r=subgroupClusteredAdd(x&15u,8u); } c[i]=(x&1u)!=0u?r&255u:r;
}
