/* Memory of the program that the accelerator works on, and that is not there, or not any more: errors, never a crash. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

#define PAGE 4096

static fpga_handle handle;
static uint64_t status_io, good_io;
static volatile char *status;

static void *pages(int count, int protection) {
  return mmap(NULL, (size_t)count * PAGE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static fpga_result adopt(void *at, uint64_t bytes, int flags, uint64_t *io, uint64_t *wsid) {
  void *address = at;
  fpga_result result = fpgaPrepareBuffer(handle, bytes, &address, wsid, FPGA_BUF_PREALLOCATED | flags);
  if (result == FPGA_OK) {
    HOLDS(address == at);
    OK(fpgaGetIOAddress(handle, *wsid, io));
  }
  return result;
}

/* Copies lines; whether that came to its end. */
static bool copy(uint64_t from, uint64_t to, unsigned lines) {
  uint64_t value = 0;
  memset((void *)status, 0, 2 * 64);
  fpga_result result = fpgaWriteMMIO32(handle, 0, 0x138, 0);
  result |= fpgaWriteMMIO32(handle, 0, 0x138, 1);
  result |= fpgaWriteMMIO64(handle, 0, 0x110, status_io);
  result |= fpgaWriteMMIO64(handle, 0, 0x120, from >> 6);
  result |= fpgaWriteMMIO64(handle, 0, 0x128, to >> 6);
  result |= fpgaWriteMMIO32(handle, 0, 0x130, lines);
  result |= fpgaWriteMMIO32(handle, 0, 0x138, 3);
  while (result == FPGA_OK && (status[0x40] & 1) == 0) {
    usleep(200);
    result = fpgaReadMMIO64(handle, 0, 0, &value);
  }
  return result == FPGA_OK;
}

static void refused(void *at, uint64_t bytes, int flags) {
  uint64_t io, wsid;
  GIVES(FPGA_INVALID_PARAM, adopt(at, bytes, flags, &io, &wsid));
}

/* The program is told by the next call, by an error register, and by an event; after a reset all is well. */
static void fails(fpga_token token, int event, uint64_t from, uint64_t to, unsigned lines) {
  uint64_t errors = 0, count = 0;
  HOLDS(!copy(from, to, lines));
  OK(fpgaReadError(token, 0, &errors));
  HOLDS(errors != 0);
  HOLDS(read(event, &count, sizeof count) == sizeof count || usleep(500000) != 0 ||
        read(event, &count, sizeof count) == sizeof count);
  OK(fpgaClearAllErrors(token));
  OK(fpgaReset(handle));
  HOLDS(copy(good_io, good_io + 2 * PAGE, 64));
}

int main(void) {
  fpga_token token = find_accelerator();
  OK(fpgaOpen(token, &handle, 0));
  uint64_t io, wsid, status_wsid, good_wsid;
  void *good = NULL;
  OK(fpgaPrepareBuffer(handle, PAGE, (void **)&status, &status_wsid, 0));
  OK(fpgaPrepareBuffer(handle, 4 * PAGE, &good, &good_wsid, 0));
  OK(fpgaGetIOAddress(handle, status_wsid, &status_io));
  OK(fpgaGetIOAddress(handle, good_wsid, &good_io));
  fpga_event_handle event = NULL;
  int descriptor = -1;
  OK(fpgaCreateEventHandle(&event));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_ERROR, event, 0));
  OK(fpgaGetOSObjectFromEventHandle(event, &descriptor));

  /* What is there works, and the words that the accelerator does not write stay. */
  char *own = pages(2, PROT_READ | PROT_WRITE);
  memset(own, 5, 2 * PAGE);
  memset(good, 9, PAGE);
  OK(adopt(own, 2 * PAGE, 0, &io, &wsid));
  HOLDS(copy(good_io, io, 3));
  HOLDS(own[0] == 9 && own[191] == 9 && own[192] == 5);
  memset(own, 6, PAGE);
  HOLDS(copy(io, good_io, 1));
  HOLDS(((char *)good)[63] == 6 && ((char *)good)[64] == 9);

  /* It goes while it is prepared: all of it for reads, and a part for writes. */
  munmap(own + PAGE, PAGE);
  HOLDS(copy(io, good_io, 64));
  fails(token, descriptor, io + PAGE - 64, good_io, 2);
  fails(token, descriptor, good_io, io + PAGE, 1);
  mprotect(own, PAGE, PROT_READ);
  HOLDS(copy(io, good_io, 64));
  fails(token, descriptor, good_io, io, 1);
  mprotect(own, PAGE, PROT_NONE);
  fails(token, descriptor, io, good_io, 1);
  OK(fpgaReleaseBuffer(handle, wsid));

  /* A file that becomes shorter. */
  FILE *file = tmpfile();
  HOLDS(ftruncate(fileno(file), PAGE) == 0);
  char *mapped = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  OK(adopt(mapped, PAGE, 0, &io, &wsid));
  HOLDS(copy(good_io, io, 1));
  HOLDS(ftruncate(fileno(file), 0) == 0);
  fails(token, descriptor, io, good_io, 1);
  fails(token, descriptor, good_io, io, 1);
  OK(fpgaReleaseBuffer(handle, wsid));

  /* What cannot be prepared. */
  char *none = pages(4, PROT_READ | PROT_WRITE);
  munmap(none + PAGE, PAGE);
  refused(none + PAGE, PAGE, 0);
  refused(none, 2 * PAGE, 0);
  refused(none, 4 * PAGE, 0);
  refused(pages(1, PROT_NONE), PAGE, 0);
  refused(pages(1, PROT_NONE), PAGE, FPGA_BUF_READ_ONLY);
  refused(NULL, PAGE, 0);
  refused((void *)PAGE, PAGE, 0);
  refused((void *)(1ull << 47), PAGE, 0);
  refused((void *)-(uintptr_t)PAGE, PAGE, 0);
  HOLDS(adopt(none, 1ull << 62, 0, &io, &wsid) != FPGA_OK);
  refused(none, -(uint64_t)PAGE, 0);

  /* Read-only memory is for reads, which the program says. */
  char *constant = pages(1, PROT_READ);
  refused(constant, PAGE, 0);
  OK(adopt(constant, PAGE, FPGA_BUF_READ_ONLY, &io, &wsid));
  HOLDS(copy(io, good_io, 64));
  fails(token, descriptor, good_io, io, 1);
  OK(fpgaReleaseBuffer(handle, wsid));
  OK(fpgaClose(handle));
  return verdict();
}
