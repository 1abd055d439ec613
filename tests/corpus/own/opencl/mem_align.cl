//@ groups 2
//@ arg zero 8192
//@ arg rand 8192
//@ arg zero 2048
//@ arg rand 2048
//@ arg zero 512
#include "own.h"
KERNEL mem_align(G uint16 *o, G const uint16 *a, G uint4 *p, G const ulong2 *b, G uchar4 *c) {
  u32 i = T; uint16 x = a[i]; o[i] = x.s0246813579bdfcea + (uint16)(i); uint3 z = x.s123 * x.s789; p[i] = z.zxyy; ulong2 y = b[i]; uchar3 t = (uchar3)(y.x, y.y >> 9, x.s5); c[i] = t.yxz.xyzz;
}
