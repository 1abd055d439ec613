// Runs an OpenCL C kernel that was compiled for this machine: one fiber a work-item, groups one after the other.
// usage: host KERNEL.so NAME GROUPS(x,y,z) LOCAL(x,y,z) OUTPUT_DIR ARG...   (ARG: @FILE a buffer, =N a number)
// Writes OUTPUT_DIR/argN for every buffer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 1 << 18, MOST = 1024 };
static ucontext_t home, fiber[MOST];
static int done[MOST];
static unsigned now, groups[3], local[3], group[3];
static uint64_t arg[12];
static void (*kernel)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

unsigned host_lid(int d) { unsigned i = now; return d == 0 ? i % local[0] : d == 1 ? i / local[0] % local[1] : i / (local[0] * local[1]); }
unsigned host_gid(int d) { return group[d]; }
void host_barrier(void) { swapcontext(&fiber[now], &home); }
static void item(void) {
  kernel(arg[0], arg[1], arg[2], arg[3], arg[4], arg[5], arg[6], arg[7]);
  done[now] = 1;
  swapcontext(&fiber[now], &home);
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  void *lib = dlopen(argv[1], RTLD_NOW);
  if (!lib) { fprintf(stderr, "%s\n", dlerror()); return 2; }
  *(void **)&kernel = dlsym(lib, argv[2]);
  sscanf(argv[3], "%u,%u,%u", &groups[0], &groups[1], &groups[2]);
  sscanf(argv[4], "%u,%u,%u", &local[0], &local[1], &local[2]);
  long size[12] = {0};
  for (int i = 6; i < argc; i++) {
    if (argv[i][0] == '=') { arg[i - 6] = strtoull(argv[i] + 1, 0, 0); continue; }
    FILE *f = fopen(argv[i] + 1, "rb");
    fseek(f, 0, SEEK_END); size[i - 6] = ftell(f); rewind(f);
    void *p = aligned_alloc(4096, (size[i - 6] + 4095) / 4096 * 4096);
    if (fread(p, 1, size[i - 6], f) != (size_t)size[i - 6]) return 2;
    fclose(f);
    arg[i - 6] = (uint64_t)p;
  }
  unsigned items = local[0] * local[1] * local[2];
  char *stacks = mmap(0, (size_t)STACK * items, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (group[2] = 0; group[2] < groups[2]; group[2]++)
  for (group[1] = 0; group[1] < groups[1]; group[1]++)
  for (group[0] = 0; group[0] < groups[0]; group[0]++) {
    for (unsigned i = 0; i < items; i++) {
      getcontext(&fiber[i]);
      fiber[i].uc_stack.ss_sp = stacks + (size_t)STACK * i;
      fiber[i].uc_stack.ss_size = STACK;
      makecontext(&fiber[i], item, 0);
      done[i] = 0;
    }
    for (unsigned left = items; left;) {
      left = 0;
      for (now = 0; now < items; now++)
        if (!done[now]) { swapcontext(&home, &fiber[now]); left += !done[now]; }
    }
  }
  for (int i = 0; i < argc - 6; i++) if (size[i]) {
    char path[4096];
    snprintf(path, sizeof path, "%s/arg%d", argv[5], i);
    FILE *f = fopen(path, "wb");
    fwrite((void *)arg[i], 1, size[i], f);
    fclose(f);
  }
  return 0;
}
