//@ groups 3
//@ wg 64
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 8134
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
FAR s64 f0(s8 p0, u64 p1, u32 p2, s32 p3) { return ((((s64)3ul) != (s64)(((unsigned __int128)(u64)(s64)ROT(u64, ((s64)8748882652785951852ul), ((s64)18446744073709551615ul) & 63, 64) * (u64)((s64)0ul)) >> 16)) ? ((s64)((s16)(((s16)(p1)) * (s16)(((s16)44221ul) / (s16)((((s16)2ul) & 255) | 1))))) : (s64)ROT(u64, (s64)(((u32)((s64)(((u16)31ul))) & 0xffffff) * ((u32)(s64)(((s64)9608ul) * ((s64)31ul)) & 0xffffff) + (u32)(s64)(((s64)15ul) >> (((s64)2ul) & 63))), (s64)(((s64)31ul) << (((s64)(p1)) & 63)) & 63, 64)); }
FAR s8 f1(u8 p0, s8 p1, u8 p2, u8 p3) { return (s8)((s8)(u8)((!(((s64)3386934171ul) == ((s64)7ul)) ? ((s8)(p0)) : (s8)-(s8)((s8)(u8)(p1 << 7) >> 7)) << 7) >> 7); }
KERNEL mixed_94(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  for (u32 v1 = 0; v1 < (5); v1++) {
    for (u32 v2 = 0; v2 < (5); v2++) {
      arr1[(u32)((u32)1ul) & 7] += ARR(((((s64)35948ul) > ((s64)3ul)) ? __builtin_elementwise_sub_sat(u32_(n), u32_(v1)) : (u32)(v1 >> (v2 & 31))));
      z = z;
    }
    int4 v3 = (((int4)(y, y, ((s32)51ul), y) * ((int4)(y) | (int4)(y))) & (int4)(y, y, ((s32)4294967295ul), y));
    s4[1] += ((((s64)12158417221352538691ul) > ((s64)190ul)) ? w : (s16)__builtin_elementwise_abs(s16_(w)));
  }
  w = w;
  uint8 v4 = (uint8)(__builtin_elementwise_min(u32_(v_in), u32_(v_in)), ((u32)(w)), n, (u32)(v_in / (u32)((n & 65535) | 1)), (u32)__builtin_clzl((u64)(u32)(v_in) | 1), ((w != w) ? ((u32)4294967295ul) : ((u32)0ul)), ((u32)(z)), (u32)ROT(u32, v_in, ((u32)15ul) & 31, 32));
  char8 v5 = (char8)((s8)(((s8)195ul) & ((s8)3ul)), ((s8)7ul), __builtin_elementwise_bitreverse(s8_(((s8)255ul))), (s8)(((s8)31ul) % (s8)((((s8)255ul) & 127) | 1)), ((z == z) ? ((s8)255ul) : ((s8)39ul)), ((s8)(n)), ((s8)(z)), (s8)CLF(f, -64.0f, 64.0f));
  y += 6; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 57) % (WGX * WGY * WGZ)]); BARRIER();
  s16 v6 = w;
  q -= ((u64)(f0(((s8)2ul), (u64)(((u32)q & 0xff00ff00) | ((u32)q & 0x00ff00ff)), (u32)(n ^ v_in), __builtin_elementwise_max(s32_(y), s32_(y)))));
  arr2[(u32)((u32)(f1(((u8)255ul), ((s8)15ul), z, z))) & 7] = ARR((u32)CLF(f, 0.0f, 16777216.0f));
  q ^= (u64)((s64)(u64)(__builtin_elementwise_sub_sat(u64_(q), u64_(__builtin_elementwise_min(u64_(q), u64_(q)))) << 27) >> 27);
  y += 6; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 62) % (WGX * WGY * WGZ)]); BARRIER();
  arr1[(u32)n & 7] += ARR(__builtin_elementwise_min(u32_((u32)__builtin_elementwise_abs(s32_(n))), u32_(((u32)3ul))));
  for (u32 v7 = 0; v7 < (n & 3); v7++) {
    z = ((u8)(w));
    arr2[(u32)((u32)4294967295ul) & 7] += ARR(v_in);
  }
  u8 v8 = (u8)arr2[(u32)(u32)((u32)(((u32)2494ul) % (u32)((n & 65535) | 1)) + (u32)(n + v_in)) & 7];
  y += 3; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 7) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
