//@ groups 1
//@ wg 64
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 40849
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
static inline u8 f0(double p0, s32 p1) { return ((u8)(p1)); }
KERNEL mixed_146(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  h = mix64(h, (u64)(!(((s8)2ul) != ((s8)3ul)) ? (s64)(((s64)15ul) + ((s64)9654ul)) : (s64)CLF(f, -16777216.0f, 16777216.0f)));
  w = (s16)(((unsigned __int128)(u64)(s16)CLF(f, -16384.0f, 16384.0f) * (u64)((s16)(q))) >> 16);
  s4 -= (short4)(((s16)(n)), (s16)(((s16)56911ul) + w), __builtin_elementwise_add_sat(s16_(w), s16_(w)), (s16)(((s16)3ul) & w));
  h = mix64(h, (u64)((s8)255ul));
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 16) % (WGX * WGY * WGZ)]); BARRIER();
  s16 v1 = ((s16)(((s8)1ul)));
  uchar4 v2 = (__builtin_elementwise_max(((uchar4)(z) + (uchar4)(z)), ((uchar4)(z) << ((uchar4)(z) & (uchar4)7))) > __builtin_elementwise_min((uchar4)(z, z, z, z), (uchar4)(z, z, z, ((u8)255ul))) ? (__builtin_elementwise_min((uchar4)(z), (uchar4)(z)) | (uchar4)(((u8)209ul), z, ((u8)221ul), z)) : __builtin_elementwise_min((uchar4)(z, z, z, z), (uchar4)(z, z, z, ((u8)255ul))));
  v1 = ((s16)31ul);
  switch ((u32)n & 7) {
  case 0: {
    y = __builtin_elementwise_sub_sat(s32_((s32)__builtin_popcountl((u64)(u32)(y))), s32_(y));
  }
  case 1: {
    d = d;
  } break;
  case 2: {
    d = (__builtin_fmax(NN(d), NN(d)) + 0.0);
  } break;
  case 3: {
    w = v1;
  } break;
  default: h ^= 41239;
  }
  y += 0; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 17) % (WGX * WGY * WGZ)]); BARRIER();
  w = ((s16)(y));
  arr2[(u32)(u32)CLF(f, 0.0f, 16777216.0f) & 7] ^= ARR((u32)((u32)__builtin_elementwise_abs(s32_(v_in)) % (u32)((((u32)(f0(d, y))) & 65535) | 1)));
  if (!((((u16)60172ul) == ((u16)845ul)) | (((u64)1ul) <= ((u64)0ul)))) {
    s16 v3 = (s16)arr1[(u32)(u32)(((u32)(z)) | (u32)__builtin_bswap32((u32)(v_in))) & 7];
    for (u32 v4 = 0; v4 < ((v_in & 7)); v4++) {
      if ((((s64)3932ul) < ((s64)11049049178503221657ul))) break;
      if ((d > d)) break;
    }
    s16 v5 = (s16)arr2[(u32)v_in & 7];
  }
  if (((s8)__builtin_ctzl((u64)(u8)(((s8)0ul)) | 1ul << 40) == ((s8)(n)))) {
    arr0[(u32)(u32)((u32)(v_in << (n & 31)) >> ((u32)(v_in - n) & 31)) & 7] += ARR(v_in);
    arr1[(u32)(u32)((u32)(((u32)((u32)2731739525ul) & 0xff00ff00) | ((u32)n & 0x00ff00ff)) * (u32)(n % (u32)((((u32)22729ul) & 2147483647) | 1))) & 7] = ARR(((u32)(s4[2])));
  } else {
    u32 v6 = (u32)arr1[(u32)((u32)(f0(d, ((s32)637907584ul)))) & 7];
    q -= ((u64)(f0((d / d), (s32)(y + y))));
    v6 -= (u32)__builtin_clzl((u64)(u32)((u32)(__builtin_elementwise_sub_sat(u32_(v_in), u32_(v_in)) - (u32)ROT(u32, ((u32)231ul), n & 31, 32))) | 1);
  }
  y += 8; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 43) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
