//@ groups 2
//@ arg rand 512
//@ arg rand 1024
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
static u32 bump(u32 *p, u32 v) { return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST) + __atomic_load_n(p, __ATOMIC_ACQUIRE); }
FAR u64 swap(u64 *p, u64 v) { return __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL); }
FAR u32 cas(u32 *p, u32 old, u32 v) { __atomic_compare_exchange_n(p, &old, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); return old; }
KERNEL atomic_flat(G u32 *t, G u64 *q, G u32 *o, G const u32 *a) {
  local u32 lt[64]; local u64 lq[64]; u32 i = T, l = L, v = a[i]; lt[l] = l; lq[l] = l * 3;
  u32 h = bump(v & 1 ? (u32 *)&t[i] : (u32 *)&lt[l], v); h = mix64(h, swap(v & 2 ? (u64 *)&q[i] : (u64 *)&lq[l], v * 5ul)); h = mix(h, cas(v & 4 ? (u32 *)&t[i] : (u32 *)&lt[l], l, v));
  o[i] = mix64(mix(h, lt[l]), lq[l]);
}
