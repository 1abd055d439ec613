//@ groups 2
//@ arg zero 2048
//@ arg f64 2048
//@ arg f64 4096
//@ arg zero 1024
#include "own.h"
KERNEL f64_vec(G double2 *o, G const double2 *a, G const double4 *b, G double *q) {
  u32 i = T;
  double2 x = a[i]; double4 y = b[i];
  double2 r = x * y.xy + y.zw; r = x.yx < r ? r / (y.yw * y.yw + 0.5) : x;
  double m = __builtin_fmod(__builtin_fabs(r.x) < 1e12 ? r.x : 5.0, 3.25) + 0.0;
  o[i] = r == r ? r : (double2)1.0; q[i] = m == m ? m : 3.0;
}
