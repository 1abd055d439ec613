#version 460
//@ groups 2
//@ cmp f32:ulp:256,abs:1e-4
//@ buf 0.0 size=2048 init=f32:0.1..5
//@ buf 0.1 size=10240
layout(local_size_x=64) in;
layout(set=0,binding=0) readonly buffer A { float a[]; };
layout(set=0,binding=1) buffer C { float c[]; };

void main(){ uint i=gl_GlobalInvocationID.x;
float x=a[i],y=a[i+128u];
c[i*20u+0u]=1.0/y; c[i*20u+1u]=x/y; c[i*20u+2u]=sqrt(y); c[i*20u+3u]=inversesqrt(y); c[i*20u+4u]=exp2(x); c[i*20u+5u]=log2(y); c[i*20u+6u]=sin(x); c[i*20u+7u]=cos(x); c[i*20u+8u]=tan(x*0.2); c[i*20u+9u]=pow(y,x*0.3); c[i*20u+10u]=length(vec3(x,y,1.0)); c[i*20u+11u]=normalize(vec3(x,y,2.0)).x; c[i*20u+12u]=dot(vec4(x,y,1,2),vec4(y,x,3,4)); c[i*20u+13u]=distance(vec2(x,y),vec2(y,1)); c[i*20u+14u]=reflect(vec2(x,y),vec2(0,1)).y; c[i*20u+15u]=mod(y,0.75); c[i*20u+16u]=atan(y,x); c[i*20u+17u]=asinh(x); c[i*20u+18u]=exp(x); c[i*20u+19u]=log(y);
}
