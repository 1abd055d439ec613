//@ groups 2
//@ arg zero 512
//@ arg rand 1024
#include "own.h"
// Instructions that only have a builtin; the host says in C what they do.
#ifdef HOST
static u32 ubfe(u32 a, u32 o, u32 w) { o &= 31; w &= 31; return w ? a >> o & (w == 32 ? ~0u : (1u << w) - 1) : 0; }
static s32 sbfe(s32 a, u32 o, u32 w) { o &= 31; w &= 31; if (!w) return 0; s64 v = (s64)a >> o; return (s32)(v << (64 - w) >> (64 - w)); }
static u32 alignbit(u32 a, u32 b, u32 c) { return (u32)(((u64)a << 32 | b) >> (c & 31)); }
static u32 alignbyte(u32 a, u32 b, u32 c) { return (u32)(((u64)a << 32 | b) >> (c & 3) * 8); }
static u32 perm(u32 a, u32 b, u32 s) { u64 d = (u64)a << 32 | b; u32 r = 0; for (int k = 0; k < 4; k++) { u32 c = s >> k * 8 & 255, v = c < 8 ? (u8)(d >> c * 8) : c < 12 ? ((d >> ((c - 8) * 16 + 15)) & 1 ? 255 : 0) : c == 12 ? 0 : 255; r |= v << k * 8; } return r; }
static u32 sad8(u32 a, u32 b, u32 c) { for (int k = 0; k < 4; k++) { s32 d = (s32)(u8)(a >> k * 8) - (u8)(b >> k * 8); c += d < 0 ? -d : d; } return c; }
static u32 msad8(u32 a, u32 b, u32 c) { for (int k = 0; k < 4; k++) { s32 d = (s32)(u8)(a >> k * 8) - (u8)(b >> k * 8); if ((u8)(b >> k * 8)) c += d < 0 ? -d : d; } return c; }
static u32 sad16(u32 a, u32 b, u32 c) { for (int k = 0; k < 2; k++) { s32 d = (s32)(u16)(a >> k * 16) - (u16)(b >> k * 16); c += d < 0 ? -d : d; } return c; }
static u32 sadhi8(u32 a, u32 b, u32 c) { return (sad8(a, b, 0) << 16) + c; }
static u32 lerp(u32 a, u32 b, u32 c) { u32 r = 0; for (int k = 0; k < 4; k++) r |= (((u32)(u8)(a >> k * 8) + (u8)(b >> k * 8) + (c >> k * 8 & 1)) >> 1) << k * 8; return r; }
#else
#define ubfe __builtin_amdgcn_ubfe
#define sbfe __builtin_amdgcn_sbfe
#define alignbit __builtin_amdgcn_alignbit
#define alignbyte __builtin_amdgcn_alignbyte
#define perm __builtin_amdgcn_perm
#define sad8 __builtin_amdgcn_sad_u8
#define msad8 __builtin_amdgcn_msad_u8
#define sad16 __builtin_amdgcn_sad_u16
#define sadhi8 __builtin_amdgcn_sad_hi_u8
#define lerp __builtin_amdgcn_lerp
#endif
KERNEL builtin_valu(G u32 *o, G const u32 *a) {
  u32 i = T, h = 0, x = a[i], y = a[i ^ 1], z = a[i ^ 2];
#define R(v) h = mix(h, (u32)(v))
  R(ubfe(x, y & 31, z & 31)); R(sbfe(x, y & 31, z & 31)); R(alignbit(x, y, z)); R(alignbyte(x, y, z)); R(perm(x, y, z)); R(perm(x, y, z & 0x0f0f0f0f)); R(sad8(x, y, z)); R(msad8(x, y & 0xff00ffff, z)); R(sad16(x, y, z)); R(sadhi8(x, y, z)); R(lerp(x, y, z)); R(ubfe(x, 7, 9)); R(perm(x, y, 0x0c0b0a09));
  o[i] = h;
}
