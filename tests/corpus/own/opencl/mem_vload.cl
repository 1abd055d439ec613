//@ groups 2
//@ arg zero 5120
//@ arg rand 4096
#include "own.h"
typedef struct __attribute__((packed)) { u32 v; } U4; typedef struct __attribute__((packed)) { u64 v; } U8; typedef struct __attribute__((packed)) { u16 v; } U2;
typedef struct __attribute__((packed)) { uint4 v; } U16; typedef struct __attribute__((packed)) { u8 a, b, c; } U3;
KERNEL mem_vload(G u8 *o, G const u8 *a) {
  u32 i = T; G const u8 *p = a + i * 29 + (i & 3); G u8 *q = o + i * 40;
  u32 x = ((G const U4 *)p)->v; u64 y = ((G const U8 *)(p + 1))->v; u16 z = ((G const U2 *)(p + 3))->v; uint4 v = ((G const U16 *)(p + 2))->v; U3 t = *(G const U3 *)(p + 5);
  ((G U4 *)(q + 1))->v = x + t.b; ((G U8 *)(q + 5))->v = y ^ z; ((G U2 *)(q + 13))->v = z * 3; ((G U16 *)(q + 15))->v = v + x; *(G U3 *)(q + 33) = t; q[38] = x;
}
