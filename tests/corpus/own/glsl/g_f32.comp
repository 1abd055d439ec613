#version 460
//@ groups 2
//@ buf 0.0 size=2048 init=q32:-8..8
//@ buf 0.1 size=10240
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i],y=a[i+128u],z=a[i+256u];
c[i*20u+0u]=x+y; c[i*20u+1u]=x-y; c[i*20u+2u]=x*y; c[i*20u+3u]=floor(x); c[i*20u+4u]=ceil(x); c[i*20u+5u]=trunc(x); c[i*20u+6u]=roundEven(x); c[i*20u+7u]=fract(x); c[i*20u+8u]=abs(x); c[i*20u+9u]=sign(x); c[i*20u+10u]=min(x,min(y,z)); c[i*20u+11u]=max(x,max(y,z)); c[i*20u+12u]=clamp(x,-1.5,2.5); c[i*20u+13u]=step(x,y); c[i*20u+14u]=x<y?x:z; c[i*20u+15u]=fma(x,2.0,y); c[i*20u+16u]=float(int(x*16.0)); c[i*20u+17u]=float(uint(abs(x)*16.0)); c[i*20u+18u]=max(min(x,y),min(max(x,y),z)); c[i*20u+19u]=clamp(x*0.5,0.0,1.0);
}
