//@ groups 1
//@ wg 48
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 45204
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
FAR float f0(u64 p0, u16 p1, u64 p2) { return __builtin_sqrtf(__builtin_fabsf(((float)(p2)))); }
FAR u32 f1(s64 p0, double p1, u64 p2, s8 p3) { return (u32)((u32)(((u32)255ul) - (u32)(((u32)(p3)) | ((u32)4294967295ul))) - (u32)__builtin_ctzl((u64)(u32)((u32)CLF(f0(((u64)31ul), ((u16)1ul), p2), 0.0f, 16777216.0f)) | 1ul << 40)); }
FAR u32 f2(u32 p0, u32 p1) { return __builtin_elementwise_min(u32_(((u32)((s16)(__builtin_elementwise_sub_sat(s16_(((s16)2ul)), s16_(((s16)151ul))) * __builtin_elementwise_max(s16_(((s16)65535ul)), s16_(((s16)7ul))))))), u32_(((u32)((u8)(((u8)223ul) * (u8)__builtin_clzl((u64)(u8)(((u8)2ul)) | 1)))))); }
KERNEL mixed_3(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  s32 v1 = (s32)CLF(f, -16777216.0f, 16777216.0f);
  u64 v2 = (u64)arr1[(u32)(u32)(((unsigned __int128)(u64)((u32)(q)) * (u64)v_in) >> 64) & 7];
  u16 v3 = ((u16)(s4[2]));
  z ^= (u8)((u8)(z | ((u8)(n))) | (u8)ROT(u8, ((d > d) ? z : ((u8)0ul)), (u8)(((u8)74ul) >> (z & 7)) & 7, 8));
  y += 5; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 7 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 13) % (WGX * WGY * WGZ)]); BARRIER();
  u64 v4 = (u64)arr2[(u32)n & 7];
  s4 = (short4)(((((s64)15ul) >= ((s64)255ul)) ? w : w), (s16)(((s16)7ul) >> (w & 15)), ((s16)(f1(((s64)7ul), d, v4, ((s8)3ul)))), (s16)__builtin_ctzl((u64)(u16)(w) | 1ul << 40));
  y += 8; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 19) % (WGX * WGY * WGZ)]); BARRIER();
  arr0[(u32)((((s64)2650391525ul) > ((s64)3ul)) ? ((u32)31ul) : (u32)(v_in + ((u32)15ul))) & 7] += ARR((u32)((u32)(((u32)3ul) - n) >> ((u32)CLD(d, 0.0, 16777216.0) & 31)));
  ushort2 v5 = ((((ushort2)(((u16)2ul)) - (ushort2)(((u16)65535ul))) << (__builtin_astype((ushort2)(((u16)7ul)) == (ushort2)(((u16)58134ul)), ushort2) & (ushort2)15)) & (ushort2)(((u16)3ul), ((u16)15ul)));
  u8 v6 = (u8)(((u32)(u8)(z + __builtin_elementwise_add_sat(u8_(((u8)100ul)), u8_(((u8)255ul)))) & 0xff00ff00) | ((u32)((u8)((s32)(y / (s32)((y & 255) | 1)))) & 0x00ff00ff));
  arr1[(u32)(u32)((u32)CLD(d, 0.0, 16777216.0) / (u32)((f2(((u32)31ul), ((u32)1ul)) & 2147483647) | 1)) & 7] ^= ARR(((u32)((s64)(((u32)((s64)31ul) & 0xffffff) * ((u32)((s64)56ul) & 0xffffff) + (u32)((s64)18446744073709551615ul)))));
  y += 4; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 28) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
