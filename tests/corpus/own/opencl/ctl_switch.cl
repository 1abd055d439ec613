//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
KERNEL ctl_switch(G u32 *o, G const u32 *a) {
  u32 i = T, x = a[i], h = i;
  for (int k = 0; k < 12; k++) {
    switch (x & 15) { case 0: h += x; break; case 1: h ^= x >> 3; case 2: h = h * 5 + 1; break; case 3: h = h << (x & 31) | h >> (-x & 31); break; case 4: if (h & 1) break; h /= 3; break; case 5: case 6: h -= k; continue; case 7: goto out; case 8: h = ~h; break; case 9: h = mix(h, k); break; case 10: h %= 1000003; break; case 11: x ^= h; break; case 12: h <<= 1; break; default: h += 17; }
    x = x * 69069 + h;
  }
out: o[i] = h;
}
