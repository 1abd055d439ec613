//@ groups 2
//@ wg 48
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 31983
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
FAR u64 f0(u32 p0, s8 p1, u8 p2) { return ((u64)1335898988ul); }
KERNEL mixed_11(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  float v1 = ((((float)(d)) / f) - ((float)(f0(v_in, ((s8)109ul), z))));
  d = ((double)(f0((u32)(v_in << (n & 31)), (s8)__builtin_ctzl((u64)(u8)(((s8)0ul)) | 1ul << 40), (u8)CLD(d, 0.0, 128.0))));
  switch ((u32)((u32)15ul) & 3) {
  case 0: {
    q = (u64)((u64)__builtin_elementwise_abs(s64_(q)) ^ q);
  } break;
  case 1: {
    q = __builtin_elementwise_add_sat(u64_(__builtin_elementwise_sub_sat(u64_(q), u64_(((u64)31ul)))), u64_((u64)(q % (u64)((q & 2147483647) | 1))));
  } break;
  case 2: {
    f = __builtin_rintf((v1 - v1));
  }
  default: h ^= 52632;
  }
  arr2[(u32)(u32)CLD(d, 0.0, 16777216.0) & 7] ^= ARR((u32)((u32)(((u32)1ul) * ((u32)15ul)) ^ (u32)~((u32)3428466718ul)));
  y += 0; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 39) % (WGX * WGY * WGZ)]); BARRIER();
  s16 v2 = (s16)arr2[(u32)((u32)(f0(v_in, ((s8)0ul), z))) & 7];
  f = __builtin_fabsf((f * (f * f)));
  u64 v3 = (u64)((u64)((u64)(q >> (q & 63)) << (((u64)(n)) & 63)) << (__builtin_elementwise_add_sat(u64_(((u64)(((s16)7ul)))), u64_((u64)CLD(d, 0.0, 16777216.0))) & 63));
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 7 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 48) % (WGX * WGY * WGZ)]); BARRIER();
  arr2[(u32)(u32)ROT(u32, ((z > ((u8)0ul)) ? v_in : n), (u32)CLF(f, 0.0f, 16777216.0f) & 31, 32) & 7] += ARR(((u32)(w)));
  for (u32 v4 = 0; v4 < (5); v4++) {
    if ((z >= ((u8)15ul))) continue;
    h = mix64(h, (u64)((s32)(q)));
    for (u32 v5 = 0; v5 < (n & 3); v5++) {
      if ((y <= y)) continue;
      z = __builtin_elementwise_max(u8_((u8)__builtin_clzl((u64)(u8)((u8)(((u32)((u8)15ul) & 0xffffff) * ((u32)((u8)132ul) & 0xffffff) + (u32)z)) | 1)), u8_((u8)CLD(__builtin_sqrt(__builtin_fabs(d)), 0.0, 128.0)));
      u64 v6 = (u64)arr1[(u32)(u32)__builtin_bswap32((u32)((u32)__builtin_elementwise_abs(s32_(v5)))) & 7];
    }
  }
  if (!((((s8)142ul) == ((s8)255ul)) & (y <= ((s32)15ul)))) {
    for (u32 v7 = 0; v7 < ((v_in & 7)); v7++) {
      d = (d + ((double)(s4[1])));
      h = mix64(h, (u64)(((v_in >= ((u32)2478206486ul)) & (w == w)) ? ((u32)(f0(v_in, ((s8)212ul), z))) : (u32)(((u32)v7 & 0xffffff) * ((u32)((u32)0ul) & 0xffffff) + (u32)((u32)1ul))));
      w = (s16)(((unsigned __int128)(u64)(s16)(((s16)(n)) / (s16)((((s16)(v7)) & 32767) | 1)) * (u64)w) >> 32);
    }
    u64 v8 = q;
  }
  u64 v9 = f0((u32)(((u32)n & 0xffffff) * ((u32)v_in & 0xffffff) + (u32)((u32)15ul)), (s8)(((s8)255ul) << (((s8)255ul) & 7)), (u8)(z + z));
  y += 6; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 56) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
