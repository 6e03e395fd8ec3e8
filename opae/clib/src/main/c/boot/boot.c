/* The way of a call into Java. */
#define _GNU_SOURCE
#include "boot.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "vm.h"

#define BOOT_STACK_BYTES (8u << 20)

enum state { UNTRIED, STARTING, READY, BROKEN, FORKED };

static _Atomic(int) state = UNTRIED;
static _Atomic(boot_dispatch) dispatch = vm_call;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct boot_service *wanted;
static const char *problem;
static _Atomic(bool) is_told;

_Atomic(boot_dispatch) *boot_dispatch_pointer(void) { return &dispatch; }

/* A JVM does not live in the child of a fork: only the thread that called it does. */
static void in_child(void) {
  if (atomic_load(&state) != UNTRIED) {
    atomic_store(&state, FORKED);
    problem = "this process was forked from one that had used the library, and a JVM cannot be forked. Fork before "
              "the first call, or call exec";
    is_told = false;
  }
}

static void *start(void *unused) {
  (void)unused;
  problem = vm_start(wanted);
  return NULL;
}

/* In a thread of its own: the caller's stack may be too small, and its signals are for it. */
static void start_once(void) {
  atomic_store(&state, STARTING);
  pthread_atfork(NULL, NULL, in_child);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, BOOT_STACK_BYTES);
  sigset_t most, before;
  sigfillset(&most);
  sigdelset(&most, SIGSEGV);
  sigdelset(&most, SIGBUS);
  sigdelset(&most, SIGFPE);
  sigdelset(&most, SIGILL);
  pthread_sigmask(SIG_SETMASK, &most, &before);
  /* Java's classes for processes put it to its default when they are first looked at, which the first operation does. */
  struct sigaction of_children;
  sigaction(SIGCHLD, NULL, &of_children);
  pthread_t thread;
  int made = pthread_create(&thread, &attributes, start, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (made != 0) {
    problem = "no thread can be made to start the JVM";
  } else {
    pthread_join(thread, NULL);
  }
  struct boot_thread *caller = boot_thread();
  if (problem == NULL && (caller == NULL || !vm_attach(caller))) {
    problem = "the JVM takes no thread";
  }
  if (problem == NULL && vm_call(wanted->first_operation, wanted->first_arguments) != 0) {
    problem = "the classes of Backplane do not fit this library. Use those that it came with";
  }
  sigaction(SIGCHLD, &of_children, NULL);
  atomic_store_explicit(&state, problem == NULL ? READY : BROKEN, memory_order_release);
}

bool boot_has_own_vm(void) {
  return atomic_load_explicit(&state, memory_order_acquire) == READY && vm_is_own();
}

bool boot_is_in_call(void) {
  if (!vm_knows_this_thread()) {
    return false;
  }
  struct boot_thread *thread = boot_thread_if_any();
  return thread == NULL || !thread->attached || thread->calls > 0;
}

static int64_t refused(void) {
  if (!atomic_exchange(&is_told, true)) {
    fprintf(stderr, "backplane: %s\n", problem);
  }
  boot_fail("%s", problem);
  return BOOT_FAILED;
}

int64_t boot_call(const struct boot_service *service, int32_t operation, uint64_t *arguments) {
  if (__builtin_expect(atomic_load_explicit(&state, memory_order_acquire) != READY, 0)) {
    if (atomic_load(&state) == FORKED) {
      return refused();
    }
    wanted = service;
    pthread_once(&once, start_once);
    if (atomic_load(&state) != READY) {
      return refused();
    }
  }
  struct boot_thread *thread = boot_thread();
  if (__builtin_expect(thread == NULL || (!thread->attached && !vm_attach(thread)), 0)) {
    boot_fail("the JVM takes no further thread");
    return BOOT_FAILED;
  }
  thread->calls++;
  int64_t result = atomic_load_explicit(&dispatch, memory_order_acquire)(operation, arguments);
  thread->calls--;
  thread->ended++;
  return result;
}
