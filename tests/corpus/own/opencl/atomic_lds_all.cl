//@ groups 2
//@ arg zero 512
//@ arg zero 1024
//@ arg rand 1024
#include "own.h"
KERNEL atomic_lds_all(G u32 *o, G u64 *p, G const u32 *a) {
  local u32 t[64]; local u64 q[64]; u32 l = L, v = a[T], s = v >> 7 & 7; s64 w = (s64)((u64)v * 0x9e3779b97f4a7c15ul);
  t[l] = l * 0x01010101u; q[l] = (u64)l * 0x0101010101010101ul; BARRIER();
#define A(n, op, x) __atomic_fetch_##op(&t[s + n * 8], x, __ATOMIC_RELAXED)
#define B(n, op, x) __atomic_fetch_##op(&q[s + n * 8], x, __ATOMIC_RELAXED)
  A(0, add, v); A(1, sub, v); A(2, and, v | 0xffff); A(3, or, v & 0xff); A(4, xor, v); A(5, max, v); A(6, min, v);
  __atomic_fetch_max((local s32 *)&t[56 + (s & 3)], (s32)v, __ATOMIC_RELAXED); __atomic_fetch_min((local s32 *)&t[60 + (s & 3)], (s32)v, __ATOMIC_RELAXED);
  B(0, add, w); B(1, sub, w); B(2, and, w | 0xfffffff); B(3, or, w & 0xffffff); B(4, xor, w); B(5, max, (u64)w); B(6, min, (u64)w);
  __atomic_fetch_max((local s64 *)&q[56 + (s & 3)], w, __ATOMIC_RELAXED); __atomic_fetch_min((local s64 *)&q[60 + (s & 3)], w, __ATOMIC_RELAXED);
  BARRIER(); o[T] = t[l]; p[T] = q[l];
}
