#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=7168
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
layout(set=0,binding=1) buffer C { uint64_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint64_t x=uint64_t(a[i])*0x123456789ul; int64_t y=int64_t(x*77ul); double d=double(a[i]);
c[i*7u+0u]=subgroupClusteredAdd(x,8u); c[i*7u+1u]=subgroupClusteredMin(x,4u); c[i*7u+2u]=subgroupClusteredXor(x,8u); c[i*7u+3u]=uint64_t(subgroupClusteredMax(y,8u)); c[i*7u+4u]=doubleBitsToUint64(subgroupClusteredMax(d,8u)); c[i*7u+5u]=doubleBitsToUint64(subgroupClusteredAdd(floor(d/64.0LF),4u)); c[i*7u+6u]=subgroupClusteredOr(x&0xffff0000ffffUL,4u);
}
