//@ groups 2
//@ arg zero 512
//@ arg rand 512
//@ arg f32 512
//@ arg f64 1024
//@ arg rand 1024
#include "own.h"
// Between all scalar types; floats are brought into range first, except that saturation is spelled out.
static inline float in(float x, float lo, float hi) { return x >= lo && x <= hi ? x : x > hi ? hi : lo; }
static inline double ind(double x, double lo, double hi) { return x >= lo && x <= hi ? x : x > hi ? hi : lo; }
KERNEL convert(G u32 *o, G const u32 *a, G const float *f, G const double *d, G const u64 *q) {
  u32 i = T, h = 0, v = a[i];
  float x = f[i]; double y = d[i]; u64 w = q[i];
#define R(v) h = mix64(h, (u64)(s64)(v))
#define F(v) h = mix(h, fbits(v))
#define D(v) h = mix64(h, dbits(v))
  F((float)v); F((float)(s32)v); F((float)w); F((float)(s64)w); F((float)(u8)v); F((float)(u8)(v >> 8)); F((float)(u8)(v >> 24)); F((float)(s8)v);
  F((float)(s16)v); F((float)(u16)(v >> 16)); D((double)v); D((double)(s32)v); D((double)w); D((double)(s64)w); D((double)(s8)(v >> 8));
  D((double)x); F((float)y); D((double)(u16)v);
  R((s32)in(x, -2147483648.0f, 2147483520.0f)); R((u32)in(x, 0, 4294967040.0f)); R((s64)in(x, -9223372036854775808.0f, 9223371487098961920.0f));
  R((u64)in(x, 0, 18446742974197923840.0f)); R((s8)in(x, -128, 127)); R((u8)in(x, 0, 255)); R((s16)in(x, -32768, 32767)); R((u16)in(x, 0, 65535));
  R((s32)ind(y, -2147483648.0, 2147483647.0)); R((u32)ind(y, 0, 4294967295.0)); R((s64)ind(y, -9223372036854775808.0, 9223372036854774784.0));
  R((u64)ind(y, 0, 18446744073709549568.0)); R((s16)ind(y, -32768, 32767)); R((s32)__builtin_rintf(in(x, -1e6f, 1e6f)));
  R((s32)__builtin_floorf(in(x, -1e6f, 1e6f))); R((s32)__builtin_ceilf(in(x, -1e6f, 1e6f))); R((s32)__builtin_rint(ind(y, -1e6, 1e6)));
  R((s8)v); R((s16)v); R((s64)(s32)v); R((s8)w); R((u16)w); R((u32)(w >> 13));
  o[i] = h;
}
