/* Handlers of the program stay its own. */
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

static volatile sig_atomic_t seen;
static sigjmp_buf back;

static void note(int signal) { seen = signal; }

static void leap(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

static void install(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(signal, &action, NULL);
}

int main(void) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD, SIGALRM};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    install(signals[i], note);
  }
  install(SIGSEGV, leap);
  sigset_t before, after;
  /* The system fills a part of each only. */
  memset(&before, 0, sizeof before);
  memset(&after, 0, sizeof after);
  sigprocmask(SIG_SETMASK, NULL, &before);
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  uint64_t value = 0;
  OK(fpgaOpen(token, &handle, 0));
  sigprocmask(SIG_SETMASK, NULL, &after);
  HOLDS(memcmp(&before, &after, sizeof before) == 0);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    seen = 0;
    raise(signals[i]);
    if (seen != signals[i]) {
      printf("signal %d did not reach its handler\n", signals[i]);
      failures++;
    }
  }
  /* A fault of the program reaches its own handler. */
  if (sigsetjmp(back, 1) == 0) {
    *(volatile int *)8 = 1;
    HOLDS(!"a write to address 8 faults");
  }
  OK(fpgaReadMMIO64(handle, 1, 8, &value));
  install(SIGINT, note);
  seen = 0;
  kill(getpid(), SIGINT);
  HOLDS(seen == SIGINT);
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  return verdict();
}
