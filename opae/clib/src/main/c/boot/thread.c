/* What each thread that calls has. Records are used again, never freed: others look at them. */
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "boot.h"
#include "vm.h"

static __thread struct boot_thread *mine __attribute__((tls_model("initial-exec")));
static _Atomic(struct boot_thread *) all;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end(void *record) {
  struct boot_thread *thread = record;
  if (thread->attached_here) {
    vm_detach();
  }
  thread->attached = thread->attached_here = thread->has_message = false;
  mine = NULL;
  atomic_store_explicit(&thread->used, false, memory_order_release);
}

static void make_key(void) { pthread_key_create(&at_end, end); }

static struct boot_thread *take(void) {
  for (struct boot_thread *each = atomic_load(&all); each != NULL; each = each->next) {
    bool used = false;
    if (atomic_compare_exchange_strong(&each->used, &used, true)) {
      return each;
    }
  }
  struct boot_thread *made = calloc(1, sizeof *made);
  if (made != NULL) {
    atomic_store(&made->used, true);
    made->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &made->next, made)) {
    }
  }
  return made;
}

static struct boot_thread *first_use(void) {
  pthread_once(&once, make_key);
  mine = take();
  if (mine != NULL) {
    pthread_setspecific(at_end, mine);
  }
  return mine;
}

struct boot_thread *boot_thread(void) { return mine != NULL ? mine : first_use(); }

struct boot_thread *boot_thread_if_any(void) { return mine; }

struct boot_thread *boot_threads(void) { return atomic_load(&all); }

void boot_fail(const char *format, ...) {
  struct boot_thread *thread = boot_thread();
  if (thread != NULL) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(thread->message, sizeof thread->message, format, arguments);
    va_end(arguments);
    thread->has_message = true;
  }
}
