//@ groups 5 1 1
//@ wg 3
//@ arg zero 64
//@ arg rand 64
#include "own.h"
KERNEL grid_wave1(G u32 *o, G const u32 *a) { o[T] = a[T] * 3 + GID(1) * 7 + L; }
