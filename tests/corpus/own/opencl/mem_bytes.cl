//@ groups 2
//@ arg zero 1024
//@ arg zero 2048
//@ arg rand 1024
//@ arg rand 1024
#include "own.h"
KERNEL mem_bytes(G s8 *o, G s16 *p, G const s8 *a, G const s16 *b) {
  u32 i = T; s32 s = 0; for (u32 k = 0; k < 8; k++) { s8 x = a[i * 8 + (k ^ 3)]; u16 y = b[i * 4 + (k & 3)]; s += x * y; o[i * 8 + k] = s + (x >> 2); p[i * 8 + k] = (s >> 3) - y; }
}
