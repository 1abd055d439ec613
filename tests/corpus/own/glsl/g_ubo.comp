#version 460
//@ groups 2
//@ buf 0.2 size=256 init=q32:0..64
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };
layout(set=0,binding=2,std140) uniform U { vec4 v[8]; uvec2 k[4]; mat3x2 m; } u;
void main(){ uint i=gl_GlobalInvocationID.x;
c[i]=uint(u.v[i&7u].x)+u.k[i>>2u&3u].y+uint(u.m[1][i&1u])+uint(u.v[gl_WorkGroupID.x].y)+u.k[gl_WorkGroupID.x].x;
}
