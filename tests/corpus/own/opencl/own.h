// What the kernels of this folder need, for gfx1013 and for the host that makes the expected results.
// A kernel's work-group size is fixed when it is compiled: WGX, WGY, WGZ.
#ifndef OWN_H
#define OWN_H
#ifndef WGX
#define WGX 64
#endif
#ifndef WGY
#define WGY 1
#endif
#ifndef WGZ
#define WGZ 1
#endif
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef uchar u8; typedef ushort u16; typedef uint u32; typedef ulong u64;
typedef char s8; typedef short s16; typedef int s32; typedef long s64;
#ifdef HOST
u32 host_lid(int), host_gid(int);
void host_barrier(void);
#define LID(d) host_lid(d)
#define GID(d) host_gid(d)
#define BARRIER() host_barrier()
#else
#define LID(d) own_lid(d)
#define GID(d) own_gid(d)
static inline u32 own_lid(int d) {
  return d == 0 ? __builtin_amdgcn_workitem_id_x() : d == 1 ? __builtin_amdgcn_workitem_id_y() : __builtin_amdgcn_workitem_id_z();
}
static inline u32 own_gid(int d) {
  return d == 0 ? __builtin_amdgcn_workgroup_id_x() : d == 1 ? __builtin_amdgcn_workgroup_id_y() : __builtin_amdgcn_workgroup_id_z();
}
// The empty statements keep LLVM 19 from sinking LDS loads past the barrier (without them some programs race).
static inline void own_barrier(void) {
  __asm__ volatile("" ::: "memory");
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
#define BARRIER() own_barrier()
#endif
#define L LID(0)
#define T (GID(0) * WGX + LID(0))
#define KERNEL __attribute__((reqd_work_group_size(WGX, WGY, WGZ))) kernel void
#define FAR __attribute__((noinline)) static
#define G global
// NaNs of all kinds become one: their payloads are the machine's business.
static inline u32 fbits(float x) { return x != x ? 0x7fc00000u : as_uint(x); }
static inline u64 dbits(double x) { return x != x ? 0x7ff8000000000000ul : as_ulong(x); }
static inline u32 mix(u32 h, u32 v) { h ^= v; h *= 0x9e3779b1u; return h ^ h >> 15; }
static inline u32 mix64(u32 h, u64 v) { return mix(mix(h, (u32)v), (u32)(v >> 32)); }
#endif
