//@ groups 2
//@ wg 48
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 19273
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
FAR u8 f0(s64 p0) { return ((u8)42ul); }
static inline u16 f1(s16 p0, u32 p1) { return (u16)((u16)((u16)(((unsigned __int128)(u64)(u16)(((u16)1ul) - ((u16)65535ul)) * (u64)((u16)31ul)) >> 32) << (__builtin_elementwise_bitreverse(u16_(((u16)(p0)))) & 15)) % (u16)(((u16)((u16)((((u16)(p1)) >> 15) & 3ul) >> (((u16)31ul) & 15)) & 1023) | 1)); }
KERNEL mixed_17(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  w += (s16)(((u32)((s16)(q)) & 0xffffff) * ((u32)((s16)22481ul) & 0xffffff) + (u32)((s16)(v_in)));
  w = (s16)__builtin_ctzl((u64)(u16)(((s16)(y))) | 1ul << 40);
  y += 3; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 10) % (WGX * WGY * WGZ)]); BARRIER();
  u8 v1 = (u8)arr0[(u32)(u32)__builtin_bswap32((u32)(__builtin_elementwise_min(u32_(v_in), u32_(n)))) & 7];
  double v2 = d;
  v1 |= (u8)__builtin_popcountl((u64)(u8)(v1));
  d = d;
  y += 4; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 15) % (WGX * WGY * WGZ)]); BARRIER();
  w |= __builtin_elementwise_bitreverse(s16_((s16)((s16)(((s16)1ul) * w) << (((v_in >= n) ? w : w) & 15))));
  ulong2 v3 = __builtin_astype((((ulong2)(q) != (ulong2)(q) ? (ulong2)(q) : (ulong2)(q)) | (ulong2)(q, q)) >= __builtin_elementwise_sub_sat(__builtin_elementwise_max((ulong2)(q), (ulong2)(((u64)31ul))), __builtin_elementwise_min((ulong2)(q), (ulong2)(((u64)3ul)))), ulong2);
  y += 4; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 46) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
