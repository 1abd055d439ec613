//@ groups 3
//@ wg 64
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 41434
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
static inline float f0(float p0, float p1, s16 p2, double p3) { return __builtin_rintf((((u8)~((u8)69ul) < (u8)__builtin_ctzl((u64)(u8)(((u8)233ul)) | 1ul << 40)) ? p1 : __builtin_floorf((p0 * p0)))); }
static inline u16 f1(s8 p0) { return (u16)__builtin_bswap32((u32)(((u16)(p0)))); }
KERNEL mixed_5(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  for (u32 v1 = 0; v1 < (n & 3); v1++) {
    s16 v2 = ((s16)(v_in));
    if ((((v1 >= ((u32)4294967295ul)) ? ((u16)220ul) : ((u16)65535ul)) >= (u16)__builtin_ctzl((u64)(u16)(((u16)31ul)) | 1ul << 40))) {
      h = mix64(h, (u64)((s8)3ul));
      y = (s32)(((y <= y) ? (s32)(y * y) : __builtin_elementwise_max(s32_(y), s32_(((s32)31ul)))) * (s32)__builtin_bswap32((u32)((s32)(((unsigned __int128)(u64)y * (u64)((s32)4294967295ul)) >> 64))));
      if (((f == f) && (f == f))) continue;
      double v3 = __builtin_fabs(__builtin_trunc(__builtin_trunc(d)));
    }
    uchar4 v4 = (__builtin_elementwise_min(((uchar4)(((u8)7ul)) | (uchar4)(((u8)244ul))), (uchar4)(z, z, z, ((u8)62ul))) | (((uchar4)(z) << ((uchar4)(((u8)2ul)) & (uchar4)7)) ^ __builtin_astype((uchar4)(z) >= (uchar4)(z), uchar4)));
  }
  if (!(((s8)191ul) == ((s8)82ul))) {
    q -= (u64)(__builtin_elementwise_min(u64_(((u64)(w))), u64_((u64)(q >> (q & 63)))) - (u64)(q >> ((u64)__builtin_elementwise_abs(s64_(q)) & 63)));
    if (((__builtin_fmin(NN(d), NN(0.5)) + 0.0) < __builtin_fabs(d))) {
      s32 v5 = y;
      z ^= z;
      d = ((double)(f0(10000000000.0f, ((v_in == v_in) ? f : f), (s16)CLF(f0(f, f, w, d), -16384.0f, 16384.0f), __builtin_floor(d))));
    }
  } else {
    s32 v6 = (s32)(((unsigned __int128)(u64)(s32)((s32)__builtin_clzl((u64)(u32)(((s32)15ul)) | 1) % (s32)(((s32)(y % (s32)((((s32)3ul) & 7) | 1)) & 255) | 1)) * (u64)(s32)(((((s32)4178163737ul) >= ((s32)15ul)) ? y : ((s32)296354916ul)) * (s32)ROT(u32, y, ((s32)179ul) & 31, 32))) >> 8);
    for (u32 v7 = 0; v7 < (n & 3); v7++) {
      if ((y <= ((s32)1915ul))) break;
      if (((z != z) || (((s8)23ul) == ((s8)2ul)))) break;
    }
  }
  y += 4; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 7 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 20) % (WGX * WGY * WGZ)]); BARRIER();
  z -= (u8)-(u8)(((u8)(w)) + __builtin_elementwise_add_sat(u8_(((u8)123ul)), u8_(z)));
  uchar4 v8 = (__builtin_elementwise_min(((uchar4)(z) << ((uchar4)(((u8)15ul)) & (uchar4)7)), (uchar4)(z, z, ((u8)0ul), ((u8)31ul))) & (uchar4)(((u8)2ul), ((u8)31ul), z, ((u8)15ul)));
  u32 v9 = (((s32)(((u32)y & 0xffffff) * ((u32)((s32)1ul) & 0xffffff) + (u32)y) < __builtin_elementwise_add_sat(s32_(y), s32_(((s32)3209897656ul)))) ? ((u32)1ul) : (u32)(((u32)((u32)(y)) & 0xffffff) * ((u32)(u32)(v_in + v_in) & 0xffffff) + (u32)((u32)(w))));
  y += 6; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 20) % (WGX * WGY * WGZ)]); BARRIER();
  w = ((w != (s16)(w >> (((s16)65535ul) & 15))) ? ((((u16)7ul) < ((u16)31ul)) ? (s16)(((unsigned __int128)(u64)w * (u64)((s16)7ul)) >> 32) : __builtin_elementwise_sub_sat(s16_(w), s16_(w))) : ((s16)(y)));
  uint2 v10 = ((((uint2)(n) - (uint2)(v_in)) >> (((uint2)(n) == (uint2)(((u32)31ul)) ? (uint2)(n) : (uint2)(((u32)31ul))) & (uint2)31)) ^ (((uint2)(v_in) >> ((uint2)(((u32)7ul)) & (uint2)31)) != __builtin_elementwise_min((uint2)(n), (uint2)(n)) ? ((uint2)(v_in) + (uint2)(n)) : __builtin_elementwise_min((uint2)(n), (uint2)(n))));
  if (((((u64)4014258318ul) >= q) && ((((s16)15ul) == w) != (((s8)141ul) == ((s8)47ul))))) {
    u32 v11 = (u32)arr2[(u32)(!(((u16)2ul) == ((u16)7ul)) ? v_in : (u32)__builtin_elementwise_abs(s32_(n))) & 7];
    z = (u8)(((u8)(n)) << (((6.0 < d) ? ((u8)(v10[1])) : (u8)(z + z)) & 7));
  }
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 46) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
