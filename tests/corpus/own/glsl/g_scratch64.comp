#version 460
//@ groups 2
//@ buf 0.0 size=2048
//@ buf 0.1 size=1024
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { uint a[]; };
layout(set=0,binding=1) buffer C { uint c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
double t[24]; uvec4 v[10]; uint x=a[i]; for(int k=0;k<24;k++) t[k]=double(x>>8)*k; for(uint k=0u;k<10u;k++) v[k]=uvec4(k,x,i,k*x); for(uint k=0u;k<16u;k++){ t[x%24u]+=t[(x>>5)%24u]; v[x%10u]=v[(x>>4)%10u].yzwx+k; v[k%10u][x&3u]^=x; x=x*69069u+1u; } double s=0.0LF; for(int k=0;k<24;k++) s+=t[k]; uvec4 w=uvec4(0); for(int k=0;k<10;k++) w=w*3u+v[k]; c[i*2u]=w.x^w.y^w.z^w.w; c[i*2u+1u]=uint(mod(s,65536.0LF));
}
