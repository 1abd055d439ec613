//@ groups 2
//@ arg zero 1024
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
KERNEL idiom_carry(G u64 *o, G const u64 *a, G const u64 *b) {
  u32 i = T; u64 x[4], y[4], r[8] = { 0 }; for (int k = 0; k < 4; k++) { x[k] = a[(i + k * 5) & 127]; y[k] = b[(i * 3 + k) & 127]; }
  u64 c = 0; for (int k = 0; k < 4; k++) { u64 s = x[k] + c, d = s < c; s += y[k]; c = d + (s < y[k]); r[k] = s; }
  for (int p = 0; p < 4; p++) { u64 m = 0; for (int q = 0; q + p < 4; q++) { unsigned __int128 t = (unsigned __int128)x[p] * y[q] + r[4 + p + q & 7] + m; r[4 + p + q & 7] = (u64)t; m = (u64)(t >> 64); } }
  u64 h = c; for (int k = 0; k < 8; k++) h = h * 0x9e3779b97f4a7c15ul ^ r[k]; __int128 w = ((__int128)(s64)x[0] << 64 | x[1]) - ((__int128)(s64)y[0] << 64 | y[1]); w >>= (x[2] & 127); o[i] = h ^ (u64)w ^ (u64)(w >> 64);
}
