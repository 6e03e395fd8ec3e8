/* A JVM in the process of a C program: started or joined by the first call that needs Java. */
#ifndef BACKPLANE_BOOT_H
#define BACKPLANE_BOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOOT_MESSAGE_BYTES 1024

/* What the JVM did not answer, because there is none. */
#define BOOT_FAILED INT64_MIN

typedef int64_t (*boot_dispatch)(int32_t operation, uint64_t *arguments);

/* What a library says of the class that serves it: it has static long dispatch(int, long). */
struct boot_service {
  /* With slashes. */
  const char *class_name;
  /* The operation that is called first, and what it is given. */
  int32_t first_operation;
  uint64_t *first_arguments;
};

/* What each thread that calls has. */
struct boot_thread {
  /* A handle whose registers this thread is accessing; see registers.c. */
  _Atomic(uint64_t) accessing;
  _Atomic(bool) used;
  bool attached;
  /* Attached here, so that it is detached at the thread's end. */
  bool attached_here;
  bool has_message;
  /* How many calls it is in, one in the other; volatile for handlers of signals. */
  volatile int calls;
  /* How many have ended; others look at it, to see whether one that they wait for has. */
  volatile unsigned ended;
  char message[BOOT_MESSAGE_BYTES];
  struct boot_thread *next;
};

/* Calls Java. Starts or joins the JVM and attaches the thread if that was not done. */
int64_t boot_call(const struct boot_service *service, int32_t operation, uint64_t *arguments);

/* Whether there is a JVM that was started here and is not ending. */
bool boot_has_own_vm(void);

/* Whether this thread is in a call, or is one of Java's own: a handler of a signal that runs in it can make no call. */
bool boot_is_in_call(void);

/* Where Java puts the function that serves calls faster than the first way. */
_Atomic(boot_dispatch) *boot_dispatch_pointer(void);

/* What this thread has; null if there is no memory. */
struct boot_thread *boot_thread(void);

/* The same of a thread that has called already, else null; for handlers of signals. */
struct boot_thread *boot_thread_if_any(void);

/* All that threads have; a list that only grows. */
struct boot_thread *boot_threads(void);

/* Notes why a call of this thread fails. */
void boot_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
