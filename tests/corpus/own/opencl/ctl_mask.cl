//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL ctl_mask(G u32 *o, G const u32 *a) {
  u32 i = T, x = a[i], h = 1; bool p = x & 1, q = x & 2, r = (x >> 8) > 0x800000, s = x == i; h += p && q ? 3 : r || !s ? 5 : 7; h = p != q ? h * 2 : h; h |= (p ^ r) << 4 | (q & !r) << 5 | (p | s) << 6; bool m = false; for (int k = 0; k < 8; k++) { bool n = (x >> k & 3) == 3; m = m ? !n : n; if (m && p || !q && n) h = mix(h, k); p = q; q = n; } o[i] = h + m;
}
