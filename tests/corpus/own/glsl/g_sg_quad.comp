#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=4096
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
uint x=a[i]; float f=float(x>>12); uvec4 v=uvec4(x,x*3u,i,7u);
c[i*8u+0u]=subgroupQuadBroadcast(x,0u); c[i*8u+1u]=subgroupQuadBroadcast(x,3u); c[i*8u+2u]=subgroupQuadSwapHorizontal(x); c[i*8u+3u]=subgroupQuadSwapVertical(x); c[i*8u+4u]=subgroupQuadSwapDiagonal(x); c[i*8u+5u]=floatBitsToUint(subgroupQuadSwapDiagonal(f)); c[i*8u+6u]=subgroupQuadSwapHorizontal(v).y; c[i*8u+7u]=subgroupQuadBroadcast(v,2u).z;
}
