#version 460
//@ groups 2
//@ mem m0 size=64 init=u32:0..1000
//@ mem m1 size=64 init=u32:0..1000
//@ mem mo size=2048 init=zero
//@ ptr m0+0 = mem m1
//@ ptr m1+0 = mem m0
//@ ptr push+0 = mem m0
//@ ptr push+8 = mem mo
//@ push u64:0 u64:0 u32:5
//@ buf 0.1 size=512
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
#extension GL_EXT_buffer_reference:require
#extension GL_EXT_buffer_reference_uvec2:require
layout(local_size_x=64) in;
layout(set=0,binding=1) buffer C { uint c[]; };
layout(buffer_reference) buffer P; layout(buffer_reference,std430,buffer_reference_align=8) buffer P { P next; uint v; uint8_t b; uint16_t w; }; layout(buffer_reference,std430,buffer_reference_align=16) buffer Q { uvec4 v; }; layout(buffer_reference,std430,buffer_reference_align=16) buffer O { uint n; }; layout(push_constant) uniform PC { P root_; O dst; uint n; };
void main(){ uint i=gl_GlobalInvocationID.x;
P p=root_; uint r=0u; for(uint k=0u;k<n;k++){ r+=p.v*(k+1u)+uint(p.b)+uint(p.w); p=p.next; } Q q=Q(uint64_t(dst)+uint64_t(i)*16ul); q.v=uvec4(r,i,r^i,7u); atomicAdd(dst.n,0u); c[i]=uint(uint64_t(q)-uint64_t(dst))+r;
}
