/*
 * Faults of the program. The JVM takes the signals of faults for its own checks, and hands on what is not its own to the
 * handler that was there before it. Where there was none it would write a report and leave with a status of its own. So a
 * handler is put there first that does what the system does where there is none: the fault happens once more, and ends
 * the process with its signal and a core.
 */
#define _GNU_SOURCE
#include "faults.h"

#include <signal.h>
#include <stddef.h>

#include "boot.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
/* Those are ignored by the JVM, which must not be for what the program writes. */
static const int writes[] = {SIGPIPE, SIGXFSZ};

static void end_by(int signal) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigemptyset(&usual.sa_mask);
  sigaction(signal, &usual, NULL);
  raise(signal);
}

static void fault(int signal, siginfo_t *why, void *context) {
  (void)context;
  if (why->si_code > 0) {
    /* Of an instruction, which is done once more: the core then shows it. */
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(signal, &usual, NULL);
  } else {
    end_by(signal);
  }
}

static void written(int signal, siginfo_t *why, void *context) {
  (void)why;
  (void)context;
  if (!boot_is_in_call()) {
    end_by(signal);
  }
}

static void put(const int *signals, size_t count, void (*handler)(int, siginfo_t *, void *)) {
  for (size_t i = 0; i < count; i++) {
    struct sigaction before;
    if (sigaction(signals[i], NULL, &before) == 0 && (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL) {
      struct sigaction own = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
      sigemptyset(&own.sa_mask);
      sigaction(signals[i], &own, NULL);
    }
  }
}

void faults_before_vm(void) {
  put(faults, sizeof faults / sizeof *faults, fault);
  put(writes, sizeof writes / sizeof *writes, written);
}
