//@ groups 1
//@ wg 48
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 52827
//@ flags -fwrapv
#include "own.h"
#pragma OPENCL FP_CONTRACT OFF
static inline s8 s8_(s8 x) { return x; }
static inline u8 u8_(u8 x) { return x; }
static inline s16 s16_(s16 x) { return x; }
static inline u16 u16_(u16 x) { return x; }
static inline s32 s32_(s32 x) { return x; }
static inline u32 u32_(u32 x) { return x; }
static inline s64 s64_(s64 x) { return x; }
static inline u64 u64_(u64 x) { return x; }
static inline float CLF(float x, float lo, float hi) { return x >= lo && x <= hi ? x : x > hi ? hi : lo; }
static inline double CLD(double x, double lo, double hi) { return x >= lo && x <= hi ? x : x > hi ? hi : lo; }
#define NN(x) ((x) == (x) ? (x) : 1)
#define ROT(u, a, s, n) (u)((u)(a) << (s) | (u)(a) >> ((n - (s)) & (n - 1)))
#define ARR(x) (x)
static inline s8 f0(float p0) { return ((s8)255ul); }
KERNEL mixed_97(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  int4 v1 = __builtin_elementwise_add_sat(__builtin_elementwise_min(((int4)(y) & (int4)(y)), __builtin_elementwise_min((int4)(y), (int4)(y))), (((int4)(y) * (int4)(y)) + (int4)(y, y, y, ((s32)255ul))));
  arr1[(u32)(u32)(v_in << ((u32)ROT(u32, v_in, n & 31, 32) & 31)) & 7] += ARR(n);
  u32 v2 = (u32)arr1[(u32)(u32)(((unsigned __int128)(u64)((u32)(y)) * (u64)((u32)(q))) >> 32) & 7];
  v2 = (u32)(((unsigned __int128)(u64)((u32)(s4[2])) * (u64)((u32)((u8)CLF(f, 0.0f, 128.0f)))) >> 64);
  y += 8; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 7 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 0) % (WGX * WGY * WGZ)]); BARRIER();
  ushort2 v3 = (ushort2)(((u16)3ul), ((u16)(v_in)));
  for (u32 v4 = 0; v4 < (n & 3); v4++) {
    q |= ((u64)(z));
    arr2[(u32)v4 & 7] = ARR((u32)(((u32)(q)) << (((u32)(z)) & 31)));
    y = ((s32)((u64)((u64)(q % (u64)((((u64)25193ul) & 255) | 1)) / (u64)(((u64)(((u64)2ul) % (u64)((q & 65535) | 1)) & 255) | 1))));
    u8 v5 = (u8)arr1[(u32)(u32)((u32)((s32)(u32)(((u32)4294967295ul) << 27) >> 27) - __builtin_elementwise_min(u32_(((u32)255ul)), u32_(v_in))) & 7];
  }
  y += 4; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 26) % (WGX * WGY * WGZ)]); BARRIER();
  z = (u8)((u8)__builtin_clzl((u64)(u8)((u8)-z) | 1) & (u8)ROT(u8, (u8)__builtin_elementwise_abs(s8_(((u8)31ul))), (u8)(z - ((u8)15ul)) & 7, 8));
  arr0[(u32)n & 7] = ARR((u32)((u32)(n << (((u32)2ul) & 31)) | (u32)-v_in));
  y += 0; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 63) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
