//@ groups 2 2 2
//@ wg 5 4 12
//@ arg zero 7680
//@ arg rand 7680
#include "own.h"
KERNEL lds_3d(G u32 *o, G const u32 *a) {
  local u32 t[WGZ][WGY][WGX]; u32 x = LID(0), y = LID(1), z = LID(2);
  u32 g = (GID(2) * 2 + GID(1)) * 2 + GID(0), i = g * WGX * WGY * WGZ + (z * WGY + y) * WGX + x;
  t[z][y][x] = a[i]; BARRIER();
  o[i] = t[(z + 1) % WGZ][(y + 2) % WGY][(x + 3) % WGX] + t[z][y][WGX - 1 - x] * 3 + GID(2) * 1000 + GID(1) * 100 + GID(0);
}
