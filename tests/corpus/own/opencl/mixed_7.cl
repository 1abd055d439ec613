//@ groups 2
//@ wg 32
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 15120
//@ flags -fwrapv
#include "own.h"
#pragma OPENCL FP_CONTRACT ON
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
static inline double f0(float p0, s32 p1, s64 p2) { return 0.5; }
FAR s16 f1(s16 p0, u32 p1) { return (s16)~p0; }
KERNEL mixed_7(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  z |= z;
  arr2[(u32)(u32)((s32)(u32)((u32)(n << (((u32)3ul) & 31)) << 13) >> 13) & 7] += ARR((u32)(((u32)v_in & 0xff00ff00) | ((u32)(u32)(v_in * v_in) & 0x00ff00ff)));
  u32 v1 = (u32)arr0[(u32)(u32)((u32)CLD(f0(f, y, ((s64)31ul)), 0.0, 16777216.0) << ((u32)__builtin_elementwise_abs(s32_(n)) & 31)) & 7];
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 9) % (WGX * WGY * WGZ)]); BARRIER();
  f = ((float)(s4[0]));
  if ((((s64)(f1(w, ((u32)2ul)))) < (s64)__builtin_ctzl((u64)(u64)(((s64)210ul)) | 1ul << 40))) {
    arr0[(u32)(u32)(((u32)(w)) ^ (u32)(((u32)31ul) << (((u32)171ul) & 31))) & 7] = ARR(((u32)(f1(w, ((u32)15ul)))));
    y = (s32)((s32)((s32)-((s32)15ul) >> ((s32)(y & ((s32)205ul)) & 31)) | ((s32)(f1(w, v_in))));
    for (u32 v2 = 0; v2 < ((v_in & 7)); v2++) {
      f = __builtin_ldexpf(__builtin_fabsf((f - f)), ((s32)((s8)((s8)(((s8)18ul) ^ ((s8)34ul)) ^ (s8)(((s8)98ul) << (((s8)0ul) & 7))))));
      if ((f >= f)) break;
    }
    h = mix64(h, (u64)__builtin_elementwise_min(s32_((s32)(y >> (y & 31))), s32_(y)));
  }
  y += 5; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 22) % (WGX * WGY * WGZ)]); BARRIER();
  uint2 v3 = __builtin_astype(((uint2)(v_in, ((u32)3ul)) * __builtin_elementwise_add_sat((uint2)(n), (uint2)(v_in))) >= __builtin_elementwise_max(((uint2)(n) ^ (uint2)(v_in)), __builtin_astype((uint2)(n) >= (uint2)(n), uint2)), uint2);
  y += 2; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 2) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
