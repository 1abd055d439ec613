//@ groups 2
//@ arg zero 512
//@ arg rand 512
//@ arg rand 1024
#include "own.h"
KERNEL idiom_mul(G u32 *o, G const u32 *a, G const u64 *b) {
  u32 i = T, h = 0, x = a[i], y = a[i ^ 1]; u64 p = b[i], q = b[i ^ 1];
#define R(v) h = mix64(h, (u64)(v))
  R((u64)x * y); R((s64)(s32)x * (s32)y); R(((u64)x * y) >> 32); R(((s64)(s32)x * (s32)y) >> 32); R((x & 0xffffff) * (y & 0xffffff)); R((u64)(x & 0xffffff) * (y & 0xffffff)); R(((s32)(x << 8) >> 8) * ((s32)(y << 8) >> 8)); R((u64)x * y + p); R((s64)(s32)x * (s32)y + (s64)q); R(p * q); R(p * x); R((u32)(p * q)); R((u16)x * (u16)y + y); R((s16)x * (s16)y); R((u64)(((unsigned __int128)p * q) >> 64)); R((s64)(((__int128)(s64)p * (s64)q) >> 64)); R(p / (q | 1)); R(p % (q >> 40 | 1)); R((s64)p / ((s64)q >> 33 | 1)); R((s64)p % (s64)(q | 1)); R(p / 1000000007); R((s64)p / 10); R(p + q); R(p - q); R(p << (x & 63)); R(p >> (x & 63)); R((s64)p >> (y & 63)); R(p << (y & 63) | p >> (-y & 63));
  o[i] = h;
}
