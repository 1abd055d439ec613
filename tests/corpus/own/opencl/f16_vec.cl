//@ groups 2
//@ arg zero 512
//@ arg f16 512
//@ arg f16 512
//@ arg zero 1024
//@ arg f16 1024
#include "own.h"
#pragma OPENCL FP_CONTRACT OFF
KERNEL f16_vec(G half2 *o, G const half2 *a, G const half2 *b, G half4 *p, G const half4 *c) {
  u32 i = T;
  half2 x = a[i], y = b[i];
  half2 r = x * y; r = r + x; r -= y; r = -r * x.yx; r = x < y ? r : y;
  half4 s = c[i] * (half4)(x, y) + c[i].wzyx;
  o[i] = r == r ? r : (half2)1.0h; p[i] = s == s ? s : (half4)2.0h;
}
