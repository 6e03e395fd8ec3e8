/* Ends as its argument says, with everything open. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"

static fpga_handle handle;

static void *call_on(void *unused) {
  uint64_t value = 0;
  for (;;) {
    if (fpgaReadMMIO64(handle, 1, 8, &value) != FPGA_OK) {
      usleep(1000);
    }
  }
  return unused;
}

static void *leave(void *unused) {
  exit(5);
  return unused;
}

static void exit_five(int signal) {
  (void)signal;
  exit(5);
}

static void at_exit(void) {
  uint64_t value = 0;
  fpga_result result = fpgaReadMMIO64(handle, 1, 8, &value);
  HOLDS(result == FPGA_OK || result == FPGA_INVALID_PARAM);
  printf("at exit\n");
}

int main(int count, char **arguments) {
  const char *how = count > 1 ? arguments[1] : "";
  pthread_t thread;
  fpga_token token = find_accelerator();
  OK(fpgaOpen(token, &handle, 0));
  fpga_event_handle event = NULL;
  OK(fpgaCreateEventHandle(&event));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, event, 0));
  fflush(stdout);
  if (failures != 0) {
    return 1;
  }
  if (strcmp(how, "_exit") == 0) {
    _exit(5);
  } else if (strcmp(how, "calling") == 0) {
    for (int i = 0; i < 4; i++) {
      pthread_create(&thread, NULL, call_on, NULL);
    }
    usleep(20000);
  } else if (strcmp(how, "thread") == 0) {
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
  } else if (strcmp(how, "atexit") == 0) {
    atexit(at_exit);
  } else if (strcmp(how, "finalized") == 0) {
    OK(fpgaFinalize());
  } else if (strcmp(how, "handler") == 0) {
    /* At any time: in C, in Java, while a handle is closed. */
    struct itimerval soon = {.it_value = {.tv_usec = 2000 + 1000 * (getpid() % 50)}};
    signal(SIGALRM, exit_five);
    setitimer(ITIMER_REAL, &soon, NULL);
    for (uint64_t value = 0;;) {
      fpgaReadMMIO64(handle, 0, 8, &value);
      fpgaReadMMIO64(handle, 1, 8, &value);
      fpgaClose(handle);
      fpgaOpen(token, &handle, 0);
    }
  } else if (strcmp(how, "elsewhere") == 0) {
    /* Java's threads may take the signal; if none does, this one does so in the end. */
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    signal(SIGUSR1, exit_five);
    kill(getpid(), SIGUSR1);
    usleep(200000);
    pthread_sigmask(SIG_UNBLOCK, &ends, NULL);
  } else if (strcmp(how, "killed") == 0) {
    raise(SIGTERM);
  }
  return strcmp(how, "elsewhere") == 0 ? 6 : 5;
}
