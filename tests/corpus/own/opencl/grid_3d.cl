//@ groups 3 2 2
//@ wg 9 5 2
//@ arg zero 4320
#include "own.h"
KERNEL grid_3d(G u32 *o) {
  u32 x = GID(0) * WGX + LID(0), y = GID(1) * WGY + LID(1), z = GID(2) * WGZ + LID(2); o[(z * WGY * 2 + y) * WGX * 3 + x] = x | y << 10 | z << 20 | (LID(0) ^ LID(1) ^ LID(2)) << 28;
}
