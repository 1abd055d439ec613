//@ groups 2
//@ arg zero 2048
//@ arg f32 2048
//@ arg f32 2048
//@ arg zero 1024
//@ arg zero 512
#include "own.h"
KERNEL f32_vec(G float4 *o, G const float4 *a, G const float4 *b, G float2 *p, G float *q) {
  u32 i = T;
  float4 x = a[i], y = b[i].wxyz;
  float4 r = x * y + x.yzwx; r = r / (y * y + 1.0f); r = x < y ? r : -r;
  float2 s = r.xy * r.zw - x.xz;
  float d = x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  o[i] = r == r ? r : (float4)1.0f; p[i] = s == s ? s : (float2)2.0f; q[i] = d == d ? d : 3.0f;
}
