/*
 * A process whose memory a memcpy AFU copies: ring ELEMENTS LINES, each element a copy of so many lines of 128 bytes. Its
 * first line is its process and the address of the ring; each line "copy" is answered with nanoseconds, or with "wrong".
 */
#define _GNU_SOURCE
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

struct element {
  uint8_t command;
  volatile uint8_t status;
  uint16_t length;
  uint32_t more;
  uint64_t operand;
  uint64_t source;
  uint64_t target;
};

static void *pages(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    exit(1);
  }
  return memory;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

int main(int count, char **arguments) {
  if (count != 3) {
    return 2;
  }
  size_t elements = strtoul(arguments[1], NULL, 10);
  size_t bytes = strtoul(arguments[2], NULL, 10) * 128;
  struct element *ring = pages(elements * sizeof *ring);
  uint8_t *source = pages(elements * bytes);
  uint8_t *target = pages(elements * bytes);
  for (size_t i = 0; i < elements * bytes; i++) {
    source[i] = i * 2654435761u >> 24;
  }
  /* Where the kernel has no such rule, the call fails and nothing is missed. */
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  printf("%d %llu\n", (int)getpid(), (unsigned long long)(uintptr_t)ring);
  fflush(stdout);
  uint8_t wrap = 0;
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    memset(target, 0, elements * bytes);
    uint64_t begin = now();
    for (size_t i = elements; i-- > 0;) {
      ring[i].status = 0;
      ring[i].length = htobe16(bytes);
      ring[i].source = htobe64((uint64_t)(uintptr_t)source + i * bytes);
      ring[i].target = htobe64((uint64_t)(uintptr_t)target + i * bytes);
      __atomic_store_n(&ring[i].command, 0x80 | wrap, __ATOMIC_RELEASE);
    }
    while (ring[elements - 1].status == 0) {
      struct timespec nap = {0, 20000};
      nanosleep(&nap, NULL);
    }
    uint64_t nanos = now() - begin;
    wrap ^= 0x40;
    if (memcmp(source, target, elements * bytes) != 0) {
      puts("wrong");
    } else {
      printf("%llu\n", (unsigned long long)nanos);
    }
    fflush(stdout);
  }
  return 0;
}
