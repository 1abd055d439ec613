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
uint x=a[i]; bool p=(x&3u)==0u; uvec4 b=subgroupBallot(p); uint g=gl_SubgroupInvocationID; uint sh=g&24u; uint w=g<32u?b.x:b.y;
c[i*9u+0u]=w>>sh&255u; c[i*9u+1u]=subgroupInverseBallot(b)?1u:0u; c[i*9u+2u]=subgroupBallotBitExtract(b,g)?3u:4u; c[i*9u+3u]=subgroupBallotInclusiveBitCount(b)-subgroupBallotExclusiveBitCount(b); c[i*9u+4u]=bitCount((w>>sh&255u)&((1u<<(g&7u))-1u)); c[i*9u+5u]=subgroupAll(p||!p)?1u:0u; c[i*9u+6u]=subgroupAny(p&&!p)?1u:0u; c[i*9u+7u]=subgroupAllEqual(i>>7u)?1u:0u; c[i*9u+8u]=subgroupBroadcastFirst(i>>7u);
}
