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
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
#extension GL_EXT_shader_subgroup_extended_types_int64:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; uint64_t w=uint64_t(x)<<17;
c[i*8u+0u]=subgroupShuffleXor(x,1u); c[i*8u+1u]=subgroupShuffleXor(x,2u); c[i*8u+2u]=subgroupShuffleXor(x,4u); c[i*8u+3u]=subgroupShuffleXor(x,7u); c[i*8u+4u]=subgroupShuffleXor(x,5u); c[i*8u+5u]=uint(subgroupShuffleXor(w,3u)>>20); c[i*8u+6u]=subgroupShuffle(x,gl_SubgroupInvocationID^6u); c[i*8u+7u]=subgroupShuffle(x,gl_SubgroupInvocationID&~7u);
}
