#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
#extension GL_EXT_shared_memory_block:enable
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
shared uint8_t sb[64]; shared int16_t sh[64]; shared uint64_t sq[64]; shared double sd[64]; shared uvec4 sv[64]; shared vec3 s3[64]; shared f16vec2 hh[64];
void main(){ uint i=gl_GlobalInvocationID.x;
uint l=gl_LocalInvocationID.x; uint x=a[i]; sb[l]=uint8_t(x); sh[l]=int16_t(x>>8); sq[l]=uint64_t(x)*99ul; sd[l]=double(x); sv[l]=uvec4(x,l,x+1u,~x); s3[l]=vec3(x&255u,l,2.0); hh[l]=f16vec2(float16_t(x&63u)); barrier();
uint j=(l*29u+7u)&63u; uint r=uint(sb[j])+uint(sh[j])*3u; r^=uint(sq[j]>>9); r+=uint(sd[j]/2.0LF); r^=sv[j].w+sv[j].y; r+=uint(s3[j].x)+uint(s3[63u-j].z); r+=uint(hh[j].y); c[i]=r;
}
