/* What the first samples of OPAE do with the native loop-back: find it, give it buffers, start it, wait for its status, compare. */
#include "check.h"
#include <time.h>

enum { LINE = 64, PAGE = 4096 };
enum { STATUS_BASE = 0x110, SOURCE = 0x120, TARGET = 0x128, LINES = 0x130, CONTROL = 0x138, MODE = 0x140, SCRATCH = 0x100 };

typedef struct {
  volatile uint8_t *memory;
  uint64_t workspace, address;
} buffer;

static buffer prepare(fpga_handle handle, uint64_t bytes) {
  buffer made = {0};
  void *memory = NULL;
  OK(fpgaPrepareBuffer(handle, bytes, &memory, &made.workspace, 0));
  OK(fpgaGetIOAddress(handle, made.workspace, &made.address));
  made.memory = memory;
  HOLDS(memory != NULL && made.address % PAGE == 0);
  return made;
}

static void copy(fpga_handle handle, uint32_t lines, uint64_t seed) {
  buffer status = prepare(handle, PAGE), source = prepare(handle, (uint64_t)lines * LINE), target = prepare(handle, (uint64_t)lines * LINE);
  if (status.memory == NULL || source.memory == NULL || target.memory == NULL) return;
  for (uint64_t i = 0; i < (uint64_t)lines * LINE; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    source.memory[i] = seed >> 56;
    target.memory[i] = 0xaf;
  }
  OK(fpgaWriteMMIO32(handle, 0, CONTROL, 0));
  OK(fpgaWriteMMIO32(handle, 0, CONTROL, 1));
  OK(fpgaWriteMMIO64(handle, 0, STATUS_BASE, status.address));
  OK(fpgaWriteMMIO64(handle, 0, SOURCE, source.address >> 6));
  OK(fpgaWriteMMIO64(handle, 0, TARGET, target.address >> 6));
  OK(fpgaWriteMMIO32(handle, 0, LINES, lines));
  OK(fpgaWriteMMIO32(handle, 0, MODE, 0));
  OK(fpgaWriteMMIO32(handle, 0, CONTROL, 3));
  /* Bounded: what never comes is a failure. */
  int waits = 0;
  while ((*(volatile uint32_t *)(status.memory + 0x40) & 1) == 0 && waits++ < 60000) {
    struct timespec nap = {0, 1000000};
    nanosleep(&nap, NULL);
  }
  HOLDS(*(volatile uint32_t *)(status.memory + 0x40) & 1);
  HOLDS(*(volatile uint32_t *)(status.memory + 0x44) == 0);
  HOLDS(*(volatile uint32_t *)(status.memory + 0x50) == lines);
  HOLDS(*(volatile uint32_t *)(status.memory + 0x54) == lines);
  HOLDS(memcmp((const void *)source.memory, (const void *)target.memory, (size_t)lines * LINE) == 0);
  OK(fpgaWriteMMIO32(handle, 0, CONTROL, 7));
  OK(fpgaReleaseBuffer(handle, target.workspace));
  OK(fpgaReleaseBuffer(handle, source.workspace));
  OK(fpgaReleaseBuffer(handle, status.workspace));
}

int main(void) {
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  uint64_t header = 0, scratch = 0;
  if (token == NULL) return verdict();
  OK(fpgaOpen(token, &handle, 0));
  if (handle == NULL) return verdict();
  /* The samples pass NULL for cards whose registers are not memory. */
  OK(fpgaMapMMIO(handle, 0, NULL));
  OK(fpgaReset(handle));
  OK(fpgaReadMMIO64(handle, 0, 0, &header));
  HOLDS(header >> 60 == 1);
  OK(fpgaWriteMMIO64(handle, 0, SCRATCH, 0x0123456789abcdef));
  OK(fpgaReadMMIO64(handle, 0, SCRATCH, &scratch));
  HOLDS(scratch == 0x0123456789abcdef);
  copy(handle, 1, 1);
  copy(handle, 1000, 2);
  OK(fpgaUnmapMMIO(handle, 0));
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  return verdict();
}
