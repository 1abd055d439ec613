//@ groups 2
//@ arg zero 512
//@ arg rand 1024
//@ arg 0x1234567890abcdef
//@ arg 0xfffe
//@ arg 200
#include "own.h"
constant u32 table[64] = { 3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5,0,2,8,8,4,1,9,7,1,6,9,3,9,9,3,7,5,1,0,5,8,2,0,9,7,4,9,4,4,5,9,2 };
constant u8 bytes[37] = "the quick brown fox jumps over a dog"; constant u64 big[8] = { 1, 1ul << 40, 3, 0x123456789abcdeful, 7, 9, ~0ul, 11 }; constant s16 half_[16] = { -1, 2, -3, 4, -5, 6, -7, 8, -9, 10, -11, 12, -13, 14, -15, 16 };
KERNEL mem_constant(G u32 *o, G const u32 *a, u64 n, u16 m, u8 k) {
  u32 v = a[T], g = GID(0); u32 h = mix(table[v & 63], bytes[v % 37]); h = mix64(h, big[v >> 5 & 7] * n); h = mix(h, half_[v >> 9 & 15] * m + k); h = mix64(h, table[g] + big[g] + half_[g + 1] + bytes[g + 2]); o[T] = h;
}
