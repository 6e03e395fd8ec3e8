/* A thread is in a call of a plugin that does not return before it is told to. The argument says what happens meanwhile. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static fpga_handle handle;
static uint64_t told;
static fpga_result answered = FPGA_EXCEPTION;

static uint64_t *release;
static pthread_t first;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void *block(void *unused) {
  answered = fpgaReadMMIO64(handle, 0, 0x200, &told);
  return unused;
}

static void wait_until_blocked(void) {
  while (((volatile uint64_t *)release)[1] == 0) {
    usleep(1000);
  }
}

static void *interrupt(void *unused) {
  wait_until_blocked();
  pthread_kill(first, SIGTERM);
  return unused;
}

static void exit_five(int signal) {
  (void)signal;
  printf("ends");
  exit(5);
}

/* As the lock of malloc is waited for if the call holds it. */
static void wait_for_itself(void) {
  pthread_mutex_lock(&held);
  pthread_mutex_lock(&held);
}

int main(int count, char **arguments) {
  HOLDS(count == 2);
  fpga_token token = NULL;
  uint32_t found = 0;
  uint64_t value = 0;
  pthread_t thread;
  bool is_interrupted = strcmp(arguments[1], "interrupted") == 0;
  if (is_interrupted) {
    atexit(wait_for_itself);
  }
  OK(fpgaEnumerate(NULL, 0, &token, 1, &found));
  OK(fpgaOpen(token, &handle, FPGA_OPEN_SHARED));
  OK(fpgaMapMMIO(handle, 1, &release));
  if (is_interrupted) {
    signal(SIGTERM, exit_five);
    first = pthread_self();
    pthread_create(&thread, NULL, interrupt, NULL);
    block(NULL);
  }
  pthread_create(&thread, NULL, block, NULL);
  wait_until_blocked();
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
