//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL ctl_nest(G u32 *o, G const u32 *a) {
  u32 i = T, x = a[i], h = 0;
  for (u32 p = 0; p < (x & 7); p++) { u32 q = x >> 4 & 15; while (q > p) { if ((q ^ x) & 1) { q--; if (q == 3) continue; } else if (q & 4) { q -= 2; h += q; if (h > 900) break; } else { do { h = h * 3 + q; x = x << 1 | x >> 31; } while (x & 1 && h < 100000); q >>= 1; } h ^= p; } if (h & 0x4000) { h = mix(h, p); if (x & 2) goto end; } }
end: o[i] = mix(h, x);
}
