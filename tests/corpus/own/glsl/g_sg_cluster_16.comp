#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=3584
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
#extension GL_EXT_shader_subgroup_extended_types_int8:require
#extension GL_EXT_shader_subgroup_extended_types_int16:require
#extension GL_EXT_shader_subgroup_extended_types_float16:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint16_t x=uint16_t(a[i]); int16_t y=int16_t(a[i]>>7); uint8_t z=uint8_t(a[i]>>3); float16_t h=float16_t(int(a[i]&63u)-32);
c[i*7u+0u]=uint(subgroupClusteredAdd(x,8u)); c[i*7u+1u]=uint(subgroupClusteredMin(y,8u)); c[i*7u+2u]=uint(subgroupClusteredMax(z,4u)); c[i*7u+3u]=uint(subgroupClusteredXor(x,4u)); c[i*7u+4u]=uint(subgroupClusteredMul(z,2u)); c[i*7u+5u]=floatBitsToUint(float(subgroupClusteredAdd(h,8u))); c[i*7u+6u]=floatBitsToUint(float(subgroupClusteredMin(h,8u)));
}
