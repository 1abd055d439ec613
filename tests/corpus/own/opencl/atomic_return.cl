//@ groups 2
//@ arg rand 512
//@ arg rand 1024
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
// One location an item, so that the values returned are known.
KERNEL atomic_return(G u32 *t, G u64 *q, G u32 *o, G const u32 *a) {
  local u32 lt[64]; local u64 lq[64]; u32 i = T, l = L, v = a[i], h = 0; u64 w = (u64)v << 21 ^ v; lt[l] = t[i]; lq[l] = q[i];
#define E(m, n) h = mix64(h, __atomic_fetch_add(m, v, 0)); h = mix64(h, __atomic_fetch_sub(m, n, 0)); h = mix64(h, __atomic_fetch_and(m, n | 0xf0f0f0f0, 0)); \
  h = mix64(h, __atomic_fetch_or(m, n & 0x0f0f0, 0)); h = mix64(h, __atomic_fetch_xor(m, n, 0)); h = mix64(h, __atomic_fetch_max(m, n, 0)); h = mix64(h, __atomic_fetch_min(m, n, 0)); \
  h = mix64(h, __atomic_exchange_n(m, n * 3, 0)); { __typeof__(n) e = n * 3; h = mix(h, __atomic_compare_exchange_n(m, &e, n ^ 7, 0, 0, 0)); h = mix64(h, e); e = 5; \
  h = mix(h, __atomic_compare_exchange_n(m, &e, n ^ 9, 0, 5, 5)); h = mix64(h, e); }
  E(&t[i], v) E(&q[i], w) E(&lt[l], v) E(&lq[l], w)
  o[i] = mix64(mix(h, lt[l]), lq[l]);
}
