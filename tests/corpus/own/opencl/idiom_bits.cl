//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL idiom_bits(G u32 *o, G const u32 *a) {
  u32 i = T, h = 0, x = a[i], y = a[i ^ 1], z = a[i ^ 2]; u64 p = (u64)x << 32 | y;
#define R(v) h = mix64(h, (u64)(v))
  R(x >> 5 & 0x7ff); R((s32)(x << 7) >> 19); R((x & ~(0xffu << 8)) | (y & 0xff) << 8); R((x & y) | (~x & z)); R(x ^ y ^ z); R((x | y) | z); R((x & y) | z); R((x << 3) + y); R((x << (y & 31)) | z); R((x + y) << (z & 31)); R((x ^ y) + z); R(x + y + z); R((x << (y & 31)) + z); R(p >> (z & 31)); R((u32)(p >> 8)); R((u32)(p >> 24)); R(x << 16 | y >> 16); R((x & 0xffff) | y << 16); R((x >> 16) | (y & 0xffff0000)); R(__builtin_bswap32(x)); R(__builtin_bswap64(p)); R(__builtin_bitreverse32(x)); R(__builtin_bitreverse64(p)); R(__builtin_popcount(x)); R(__builtin_popcountl(p)); R(x ? __builtin_clz(x) : 99); R(x ? __builtin_ctz(x) : 99); R(__builtin_ffs(x)); R(x & -x); R(x & (x - 1)); R(x < y ? x : y < z ? y : z); R((x > y ? x : y) > z ? (x > y ? x : y) : z); R((s32)x < (s32)y ? (s32)y < (s32)z ? y : (s32)x < (s32)z ? z : x : (s32)x < (s32)z ? x : (s32)y < (s32)z ? z : y); R((s32)x >> 31); R((x >> 8 & 0xff) + (y >> 16 & 0xff)); R((s8)(x >> 8) - (s8)y); R(!x + !!y); R(x > 0x7fffffff ? -x : x); R((1u << (x & 31)) - 1); R(~0u >> (y & 31)); R(x >> (y & 7) & (1u << (z & 15)) - 1);
  R(__builtin_parity(x)); R((x ^ (s32)x >> 31) - ((s32)x >> 31)); R(((x ^ y) & 0xfefefefe) / 2 + (x & y));
  o[i] = h;
}
