//@ groups 2
//@ wg 64
//@ arg zero 2048
//@ arg rand 2048
//@ arg f32 2048
//@ arg f64 4096
//@ arg 57673
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
FAR s16 f0(s8 p0, s16 p1, s16 p2, s64 p3) { return (s16)__builtin_elementwise_abs(s16_(p2)); }
FAR u8 f1(u64 p0, u64 p1, s64 p2) { return (u8)(((u32)(u8)((u8)((u8)__builtin_bswap32((u32)(((u8)7ul))) - ((u8)(((u16)62981ul)))) / (u8)((((u8)(p2)) & 63) | 1)) & 0xffffff) * ((u32)(u8)__builtin_clzl((u64)(u8)(((u8)3ul)) | 1) & 0xffffff) + (u32)((u8)(((s16)(((u16)(((s32)7ul)))))))); }
KERNEL mixed_13(G u32 *o, G const u32 *a, G const float *b, G const double *c, u32 n) {
  u32 l = (LID(2) * WGY + LID(1)) * WGX + LID(0), i = GID(0) * WGX * WGY * WGZ + l, h = i; u32 v_in = a[i]; s32 y = a[(i * 7 + 1) & 511]; u64 q = ((G const u64 *)a)[i & 255]; s16 w = ((G const s16 *)a)[i]; u8 z = ((G const u8 *)a)[i * 3]; float f = b[i]; double d = c[i & 511]; short4 s4 = ((G const short4 *)a)[i & 255];
  u32 arr0[8]; u64 arr1[8]; u16 arr2[8]; for (int k = 0; k < 8; k++) { arr0[k] = v_in * k; arr1[k] = q >> k; arr2[k] = w + k; }
  local u32 lds[WGX * WGY * WGZ]; local u16 lds2[WGX * WGY * WGZ];
  for (u32 v1 = 0; v1 < (n & 3); v1++) {
    arr1[(u32)(u32)(n & v1) & 7] += ARR((u32)((u32)(v1 + v1) | (u32)(((unsigned __int128)(u64)n * (u64)((u32)255ul)) >> 64)));
    h = mix64(h, (u64)(s32)ROT(u32, ((s32)15ul), ((s32)(v_in)) & 31, 32));
  }
  if (((6.0f != f) & (q <= q))) {
    s4 = (short4)(__builtin_elementwise_bitreverse(s16_(w)), __builtin_elementwise_sub_sat(s16_(w), s16_(w)), (s16)(((u32)w & 0xff00ff00) | ((u32)w & 0x00ff00ff)), s4[2]);
    switch ((u32)(u32)CLF(__builtin_ceilf(f), 0.0f, 16777216.0f) & 15) {
    case 0: {
      q = (u64)(((u64)__builtin_popcountl((u64)(u64)(q)) >> 38) & 511ul);
    } break;
    case 1: {
      q = (u64)(((u64)7ul) & (u64)(q + ((u64)10817665244619651775ul)));
    } break;
    case 2: {
      z = (u8)((u8)(z - z) + (u8)(z % (u8)((z & 63) | 1)));
    } break;
    case 3: {
      w = s4[2];
    } break;
    case 4: {
      w = (s16)((s16)(w >> (((s16)1ul) & 15)) - w);
    } break;
    case 5: {
      q = ((u64)(f1(q, q, ((s64)255ul))));
    }
    case 6: {
      y = __builtin_elementwise_bitreverse(s32_(((s32)(v_in))));
    } break;
    case 7: {
      y = ((s32)(w));
    } break;
    case 8: {
      w = (s16)__builtin_bswap32((u32)(((s16)26923ul)));
    } break;
    default: h ^= 9311;
    }
    double v2 = d;
  } else {
    w += (s16)((s16)__builtin_clzl((u64)(u16)((s16)-((s16)1ul)) | 1) * (s16)(((y != y) ? w : w) ^ w));
    uchar4 v3 = (((uchar4)(z, z, z, z) - (uchar4)(z, ((u8)164ul), ((u8)7ul), z)) != (uchar4)(z, z, z, z) ? (((uchar4)(z) * (uchar4)(z)) & ((uchar4)(((u8)241ul)) << ((uchar4)(((u8)31ul)) & (uchar4)7))) : (uchar4)(z, z, z, z));
    if ((((s8)31ul) < (s8)(((s8)15ul) >> (((s8)15ul) & 7)))) {
      arr2[(u32)(u32)((u32)~n ^ (u32)(((u32)n & 0xff00ff00) | ((u32)n & 0x00ff00ff))) & 7] = ARR((u32)((u32)((s32)(u32)(((u32)152ul) << 5) >> 5) - __builtin_elementwise_bitreverse(u32_(v_in))));
      w -= w;
    } else {
      double v4 = ((double)(q));
      arr2[(u32)(u32)((u32)(((unsigned __int128)(u64)v_in * (u64)n) >> 32) - (u32)(n * n)) & 7] = ARR(((u32)2ul));
    }
    z -= ((u8)(v_in));
  }
  y += 7; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 1 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 30) % (WGX * WGY * WGZ)]); BARRIER();
  arr0[(u32)((u32)(f0(((s8)232ul), w, w, ((s64)3960205991ul)))) & 7] = ARR(__builtin_elementwise_bitreverse(u32_((u32)(((u32)1242869650ul) * n))));
  f = ((float)(d));
  s32 v5 = y;
  uint8 v6 = __builtin_elementwise_sub_sat((uint8)(v_in, v_in, n, v_in, n, ((u32)2ul), v_in, n), (uint8)(((u32)0ul), n, n, n, n, v_in, ((u32)0ul), n));
  y += 6; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 5 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 16) % (WGX * WGY * WGZ)]); BARRIER();
  u8 v7 = (u8)arr0[(u32)((u32)15ul) & 7];
  float v8 = (((float)(y)) + (-f));
  double v9 = (((__builtin_fmax(NN(0.15915494), NN(1.0)) + 0.0) - __builtin_ceil(d)) - __builtin_sqrt(__builtin_fabs(__builtin_fabs(0.5))));
  u8 v10 = (u8)arr1[(u32)(u32)__builtin_clzl((u64)(u32)((u32)ROT(u32, ((u32)0ul), n & 31, 32)) | 1) & 7];
  y += 5; f = f * 1.5f; lds[l] = h + y; lds2[l] = h ^ w; BARRIER(); h = mix(h, lds[(l * 3 + 3) % (WGX * WGY * WGZ)] + lds2[(l + 54) % (WGX * WGY * WGZ)]); BARRIER();
  h = mix64(mix(mix(mix64(mix(mix(h, y), z), q), w), fbits(f)), dbits(d)); for (int k = 0; k < 8; k++) h = mix(mix64(mix(h, arr0[k]), arr1[k]), arr2[k]); h = mix(mix(h, s4.x ^ s4.w), s4.y + s4.z); o[i] = h; }
