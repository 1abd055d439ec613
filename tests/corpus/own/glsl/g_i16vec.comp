#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=6656
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { i16vec2 a[]; };
layout(set=0,binding=1) buffer C { i16vec2 c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
i16vec2 x=a[i],y=a[i+128u]; u16vec2 u=u16vec2(x),v=u16vec2(y);
c[i*13u+0u]=x+y; c[i*13u+1u]=x*y+i16vec2(3s); c[i*13u+2u]=x-y.yx; c[i*13u+3u]=min(x,y); c[i*13u+4u]=max(x,y.yx); c[i*13u+5u]=i16vec2(min(u,v)); c[i*13u+6u]=i16vec2(max(u.yx,v)); c[i*13u+7u]=x<<(y&i16vec2(15s)); c[i*13u+8u]=x>>(y&i16vec2(15s)); c[i*13u+9u]=i16vec2(u>>(v&u16vec2(15us))); c[i*13u+10u]=-x; c[i*13u+11u]=x.yx*y.xx; c[i*13u+12u]=(x&y)^~x;
}
