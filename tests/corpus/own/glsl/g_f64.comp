#version 460
//@ groups 2
//@ buf 0.0 size=4096 init=f64:-50..50
//@ buf 0.1 size=20480
#extension GL_EXT_shader_16bit_storage:require
#extension GL_EXT_shader_8bit_storage:require
#extension GL_EXT_shader_explicit_arithmetic_types:require
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { double a[]; };
layout(set=0,binding=1) buffer C { double c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
double x=a[i],y=a[i+128u],z=a[i+256u];
c[i*20u+0u]=x+y; c[i*20u+1u]=x-y; c[i*20u+2u]=x*y; c[i*20u+3u]=x*0.5LF+y; c[i*20u+4u]=min(x,y); c[i*20u+5u]=max(y,z); c[i*20u+6u]=abs(x); c[i*20u+7u]=-y; c[i*20u+8u]=floor(x); c[i*20u+9u]=ceil(y); c[i*20u+10u]=trunc(z); c[i*20u+11u]=roundEven(x); c[i*20u+12u]=fract(y); c[i*20u+13u]=sign(x); c[i*20u+14u]=x<y?x:z; c[i*20u+15u]=double(float(x)); c[i*20u+16u]=double(int(x)); c[i*20u+17u]=double(uint(abs(y))); c[i*20u+18u]=clamp(x,-2.0LF,2.0LF); c[i*20u+19u]=packDouble2x32(unpackDouble2x32(x));
}
