#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=512
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
uint x=a[i]; uint t[40]; u8vec4 b[6]; f16vec2 h[9]; uint64_t q[7]; for(uint k=0u;k<40u;k++) t[k]=k*x; for(uint k=0u;k<6u;k++) b[k]=u8vec4(k,x,k*x,3); for(uint k=0u;k<9u;k++) h[k]=f16vec2(k,float(x&15u)); for(uint k=0u;k<7u;k++) q[k]=uint64_t(x)*(k+1u);
for(uint k=0u;k<20u;k++){ uint y=x>>(k&15u); t[y%40u]+=t[(y>>3)%40u]; b[y%6u]+=b[(y>>2)%6u].wzyx; b[k%6u][y&3u]=uint8_t(k); h[y%9u]=h[(y+3u)%9u].yx; q[y%7u]^=q[(y+1u)%7u]+k; x=x*1664525u+t[k]; }
uint r=0u; for(uint k=0u;k<40u;k++) r=r*31u+t[k]; for(uint k=0u;k<6u;k++) r=r*31u+uint(b[k].x)+uint(b[k].w)*7u; for(uint k=0u;k<9u;k++) r=r*31u+uint(h[k].x)+uint(h[k].y)*3u; for(uint k=0u;k<7u;k++) r=r*31u+uint(q[k]>>5); c[i]=r;
}
