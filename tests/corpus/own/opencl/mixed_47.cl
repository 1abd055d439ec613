//@ groups 2
//@ wg 64
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 28192
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
FAR s64 f0(s32 p0, float p1, s64 p2) { return (s64)__builtin_ctzl((u64)(u64)((s64)__builtin_elementwise_abs(s64_(((s64)15ul)))) | 1ul << 40); }
FAR s64 f1(u16 p0, u32 p1) { return (s64)(((s64)(p0)) + ((s64)(p1))); }
FAR s8 f2(u8 p0, u32 p1, s8 p2, s32 p3) { return p2; }
KERNEL mixed_47(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  arr2[(u32)(u32)((s32)(u32)((u32)CLF(f, 0.0f, 16777216.0f) << 11) >> 11) & 7] ^= ARR(n);
  w |= s4[0];
  for (u32 v1 = 0; v1 < (5); v1++) {
    f = __builtin_fabsf(((f <= 4.0f) ? f : (f - 10000000000.0f)));
    for (u32 v2 = 0; v2 < (3); v2++) {
      if ((v_in >= v1)) continue;
      s64 v3 = (s64)((((q > q) ? ((s64)7ul) : f0(y, f, ((s64)17242ul))) >> 41) & 268435455ul);
      if (((z <= z) != (z >= z))) break;
      arr0[(u32)(u32)~((u32)(f2(z, n, ((s8)132ul), ((s32)4294967295ul)))) & 7] = ARR(n);
    }
  }
  y += 1; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 16) % (WGX * WGY * WGZ)]); BARRIER();
  w = (s16)((s16)((s16)__builtin_bswap32((u32)(w)) >> ((s16)((s16)(u16)(((s16)255ul) << 1) >> 1) & 15)) + (s16)CLD(d, -16384.0, 16384.0));
  f = 0.5f;
  s4 |= __builtin_elementwise_sub_sat(((s4 < s4 ? s4 : s4) + (s4 - s4)), (short4)(w, w, w, ((s16)65535ul)));
  u32 v4 = (u32)arr1[(u32)((u32)1103050310ul) & 7];
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 34) % (WGX * WGY * WGZ)]); BARRIER();
  s8 v5 = (s8)__builtin_elementwise_abs(s8_((s8)CLF(f, -64.0f, 64.0f)));
  for (u32 v6 = 0; v6 < (n & 3); v6++) {
    y |= (s32)((s32)(y | (s32)((((s32)31ul) >> 22) & 3ul)) - __builtin_elementwise_max(s32_(((s32)1ul)), s32_((s32)(y << (y & 31)))));
    u32 v7 = (u32)(v_in - (u32)(__builtin_elementwise_sub_sat(u32_(v6), u32_(v6)) | (u32)(v6 * ((u32)1037122419ul))));
    char8 v8 = __builtin_elementwise_min((__builtin_elementwise_max((char8)(v5), (char8)(v5)) * ((char8)(((s8)116ul)) - (char8)(v5))), (((char8)(v5) << ((char8)(v5) & (char8)7)) ^ ((char8)(((s8)255ul)) ^ (char8)(v5))));
  }
  f = (-2.0f - ((float)(y)));
  y += 5; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 18) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
