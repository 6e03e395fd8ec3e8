/* A thread is in a call of a plugin that does not return before it is told to. The argument says what happens meanwhile. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static fpga_handle handle;
static uint64_t told;
static fpga_result answered = FPGA_EXCEPTION;

static void *block(void *unused) {
  answered = fpgaReadMMIO64(handle, 0, 0x200, &told);
  return unused;
}

int main(int count, char **arguments) {
  HOLDS(count == 2);
  fpga_token token = NULL;
  uint32_t found = 0;
  uint64_t value = 0;
  pthread_t thread;
  OK(fpgaEnumerate(NULL, 0, &token, 1, &found));
  OK(fpgaOpen(token, &handle, FPGA_OPEN_SHARED));
  uint64_t *release = NULL;
  OK(fpgaMapMMIO(handle, 1, &release));
  pthread_create(&thread, NULL, block, NULL);
  while (((volatile uint64_t *)release)[1] == 0) {
    usleep(1000);
  }
  OK(fpgaReadMMIO64(handle, 0, 0x210, &value));
  if (strcmp(arguments[1], "exit") == 0) {
    return verdict();
  }
  char message[256] = "";
  GIVES(FPGA_BUSY, fpgaFinalize());
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strstr(message, "does not return") != NULL);
  /* Nobody finds it any more, and its code is still there. */
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, 0x210, &value));
  *(volatile uint64_t *)release = 1;
  pthread_join(thread, NULL);
  HOLDS(answered == FPGA_OK && told == 77);
  OK(fpgaFinalize());
  return verdict();
}
