#version 460
//@ groups 2
//@ cmp f16:ulp:8
//@ buf 0.0 size=1024 init=f16:-4..4
//@ buf 0.1 size=1536
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float16_t a[]; };
layout(set=0,binding=1) buffer C { float16_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float16_t x=a[i];
c[i*6u+0u]=sqrt(abs(x)+1.0hf); c[i*6u+1u]=1.0hf/(abs(x)+0.5hf); c[i*6u+2u]=inversesqrt(abs(x)+0.25hf); c[i*6u+3u]=x/(abs(x)+2.0hf); c[i*6u+4u]=ldexp(x,3); c[i*6u+5u]=mix(x,1.0hf,0.25hf);
}
