/* Threads: many at once, many one after the other, with small stacks, and one that closes under the others. */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static fpga_token token;
static _Atomic(fpga_handle) shared;
static _Atomic(int) go_on = 1;

static void *work(void *number) {
  uint64_t slot = 0x400 + 8 * (uint64_t)(uintptr_t)number, value = 0;
  for (uint64_t i = 0; i < 2000; i++) {
    OK(fpgaWriteMMIO64(shared, 0, slot, i));
    OK(fpgaReadMMIO64(shared, 0, slot, &value));
    HOLDS(value == i);
    if (i % 50 == 0) {
      fpga_properties properties = NULL;
      OK(fpgaGetProperties(token, &properties));
      OK(fpgaDestroyProperties(&properties));
      GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(NULL, 0, 0, &value));
    }
  }
  return NULL;
}

static void *once(void *unused) {
  uint64_t value = 0;
  OK(fpgaReadMMIO64(shared, 1, 8, &value));
  return unused;
}

/* Whatever becomes of the handle, a read answers. */
static void *read_on(void *unused) {
  uint64_t value = 0;
  while (go_on) {
    fpga_result result = fpgaReadMMIO64(shared, 0, 8, &value);
    HOLDS(result == FPGA_OK ? value == 0xf89e433683f9040b : result == FPGA_INVALID_PARAM);
  }
  return unused;
}

static void start(pthread_t *thread, void *(*run)(void *), void *argument, size_t stack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack != 0) {
    pthread_attr_setstacksize(&attributes, stack);
  }
  HOLDS(pthread_create(thread, &attributes, run, argument) == 0);
  pthread_attr_destroy(&attributes);
}

static int threads_now(void) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  int count = -1;
  while (fgets(line, sizeof line, status) != NULL) {
    sscanf(line, "Threads: %d", &count);
  }
  fclose(status);
  return count;
}

int main(void) {
  pthread_t all[16];
  fpga_handle handle = NULL;
  token = find_accelerator();
  OK(fpgaOpen(token, &handle, 0));
  shared = handle;
  for (uintptr_t i = 0; i < 16; i++) {
    start(&all[i], work, (void *)i, 0);
  }
  for (int i = 0; i < 16; i++) {
    pthread_join(all[i], NULL);
  }
  int before = threads_now();
  for (int i = 0; i < 500; i++) {
    start(&all[0], once, NULL, i % 2 == 0 ? 256 << 10 : 0);
    pthread_join(all[0], NULL);
  }
  HOLDS(threads_now() <= before + 4);
  for (int i = 0; i < 4; i++) {
    start(&all[i], read_on, NULL, 0);
  }
  for (int i = 0; i < 100; i++) {
    usleep(500);
    fpga_handle now = NULL;
    OK(fpgaClose(shared));
    OK(fpgaOpen(token, &now, 0));
    shared = now;
  }
  go_on = 0;
  for (int i = 0; i < 4; i++) {
    pthread_join(all[i], NULL);
  }
  OK(fpgaClose(shared));
  OK(fpgaDestroyToken(&token));
  return verdict();
}
