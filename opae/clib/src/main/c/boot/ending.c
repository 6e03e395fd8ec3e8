/*
 * The end of a process by exit in a handler of a signal that interrupted a call. The call may hold the lock of malloc, which exit takes too:
 * the JVM's library registers so many destructors that the C library frees its lists of them. The thread would wait for itself. So an end
 * within a call has a deadline, after which the process leaves with the same status.
 */
#define _GNU_SOURCE
#include "ending.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "boot.h"

#define MOST_SECONDS 5
#define MOST_SECONDS_TO_WRITE 1

static volatile int status_of_exit;

static void leave(int signal) {
  (void)signal;
  _exit(status_of_exit);
}

static void when(unsigned seconds, void (*handler)(int)) {
  struct sigaction own = {.sa_handler = handler};
  sigemptyset(&own.sa_mask);
  sigaction(SIGALRM, &own, NULL);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
  alarm(seconds);
}

/* What the program wrote is still in its buffers, whose locks may be held too. */
static void write_and_leave(int signal) {
  when(MOST_SECONDS_TO_WRITE, leave);
  fflush(NULL);
  leave(signal);
}

static void limit(int status, void *unused) {
  (void)unused;
  if (boot_is_in_call()) {
    status_of_exit = status;
    when(MOST_SECONDS, write_and_leave);
  }
}

bool ending_after_vm(void) { return on_exit(limit, NULL) == 0; }
