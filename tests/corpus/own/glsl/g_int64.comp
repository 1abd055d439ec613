#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=20480
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint64_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint64_t x=(uint64_t(a[i])<<32)|a[i+128u], y=(uint64_t(a[i+256u])<<32)|a[i+384u]; int64_t s=int64_t(x),t=int64_t(y);
c[i*20u+0u]=x+y; c[i*20u+1u]=x-y; c[i*20u+2u]=x*y; c[i*20u+3u]=x/(y|1ul); c[i*20u+4u]=x%(y>>33|1ul); c[i*20u+5u]=uint64_t(s/(t|1l)); c[i*20u+6u]=uint64_t((s&0x7fffffffffffffffl)%(abs(t>>30)|1l)); c[i*20u+7u]=x<<(y&63ul); c[i*20u+8u]=x>>(y&63ul); c[i*20u+9u]=uint64_t(s>>int64_t(y&63ul)); c[i*20u+10u]=min(x,y); c[i*20u+11u]=uint64_t(max(s,t)); c[i*20u+12u]=x<y?1ul:2ul; c[i*20u+13u]=uint64_t(s<=t?x:y); c[i*20u+14u]=x&y; c[i*20u+15u]=x|~y; c[i*20u+16u]=x^y; c[i*20u+17u]=uint64_t(abs(s)); c[i*20u+18u]=uint64_t(sign(t)); c[i*20u+19u]=packUint2x32(unpackUint2x32(x).yx);
}
