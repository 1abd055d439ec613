#version 460
//@ groups 2
//@ cmp f16:ulp:1
//@ buf 0.0 size=1024 init=f16:-8..8
//@ buf 0.1 size=5120
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float16_t a[]; };
layout(set=0,binding=1) buffer C { float16_t c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float16_t x=a[i],y=a[i+128u],z=a[i+256u];
c[i*20u+0u]=x+y; c[i*20u+1u]=x-y; c[i*20u+2u]=x*y; c[i*20u+3u]=min(x,min(y,z)); c[i*20u+4u]=max(x,y); c[i*20u+5u]=abs(x); c[i*20u+6u]=-y; c[i*20u+7u]=floor(x); c[i*20u+8u]=ceil(y); c[i*20u+9u]=trunc(z); c[i*20u+10u]=roundEven(x); c[i*20u+11u]=fract(y); c[i*20u+12u]=sign(x); c[i*20u+13u]=x<y?x:z; c[i*20u+14u]=float16_t(float(x)*0.5); c[i*20u+15u]=float16_t(int(x)); c[i*20u+16u]=clamp(x,-1.0hf,1.0hf); c[i*20u+17u]=max(min(x,y),min(max(x,y),z)); c[i*20u+18u]=int16BitsToFloat16(float16BitsToInt16(x)^1s); c[i*20u+19u]=float16_t(uint16_t(abs(x)));
}
