/* Faults of the program end it as they would without the library: each in a child that has called the library. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static fpga_token token;
static fpga_handle handle;
static void *volatile bad = (void *)8;
static volatile int zero;

static void open_device(void) {
  token = find_accelerator();
  OK(fpgaOpen(token, &handle, 0));
}

static void write_to_null(void) { *(volatile int *)bad = 1; }

static void read_far_away(void) { *(volatile int *)((uintptr_t)bad << 50) = 1; }

static void call_nowhere(void) { ((void (*)(void))bad)(); }

static void read_behind_the_end_of_a_file(void) {
  FILE *file = tmpfile();
  volatile char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
  (void)page[0];
}

static void divide(void) { zero = 7 / zero; }

static void execute_what_is_no_instruction(void) { __builtin_trap(); }

static void send_a_fault(void) { kill(getpid(), SIGSEGV); }

static void write_to_nobody(void) {
  int ends[2];
  HOLDS(pipe(ends) == 0);
  close(ends[0]);
  HOLDS(write(ends[1], "x", 1) == 1);
}

static void write_more_than_is_allowed(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  HOLDS(write(fileno(tmpfile()), "x", 1) == 1);
}

static void have_a_register_read_to_nowhere(void) { fpgaReadMMIO64(handle, 1, 8, bad); }

static void have_a_token_made_nowhere(void) { fpgaCloneToken(token, bad); }

static void have_filters_read_nowhere(void) {
  uint32_t count = 0;
  fpgaEnumerate(bad, 1, NULL, 0, &count);
}

static void have_a_buffer_told_nowhere(void) { fpgaPrepareBuffer(handle, 4096, bad, bad, 0); }

static void have_a_name_read_nowhere(void) {
  fpga_object object;
  fpgaTokenGetObject(token, bad, &object, 0);
}

static void *in_thread(void *what) {
  ((void (*)(void))what)();
  return NULL;
}

enum where { AT_ONCE, IN_A_THREAD, IN_A_THREAD_THAT_CALLED };

static void *in_thread_that_called(void *what) {
  uint64_t value = 0;
  OK(fpgaReadMMIO64(handle, 1, 8, &value));
  return in_thread(what);
}

static void ends_by(int expected, enum where where, const char *name, void (*what)(void)) {
  pid_t child = fork();
  if (child == 0) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    open_device();
    pthread_t thread;
    if (where == AT_ONCE) {
      what();
    } else {
      pthread_create(&thread, NULL, where == IN_A_THREAD ? in_thread : in_thread_that_called, (void *)what);
      pthread_join(thread, NULL);
    }
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != expected) {
    printf("%s, way %d: status 0x%x, not signal %d\n", name, where, status, expected);
    fflush(stdout);
    failures++;
  }
}

#define ENDS_BY(signal, where, what) ends_by(signal, where, #what, what)

int main(int count, char **arguments) {
  bool all = count > 1 && strcmp(arguments[1], "all") == 0;
  ENDS_BY(SIGSEGV, IN_A_THREAD_THAT_CALLED, write_to_null);
  ENDS_BY(SIGFPE, AT_ONCE, divide);
  ENDS_BY(SIGPIPE, IN_A_THREAD, write_to_nobody);
  ENDS_BY(SIGSEGV, AT_ONCE, have_filters_read_nowhere);
  for (enum where where = AT_ONCE; all && where <= IN_A_THREAD_THAT_CALLED; where++) {
    ENDS_BY(SIGSEGV, where, write_to_null);
    ENDS_BY(SIGSEGV, where, read_far_away);
    ENDS_BY(SIGSEGV, where, call_nowhere);
    ENDS_BY(SIGBUS, where, read_behind_the_end_of_a_file);
    ENDS_BY(SIGFPE, where, divide);
    ENDS_BY(SIGILL, where, execute_what_is_no_instruction);
    ENDS_BY(SIGSEGV, where, send_a_fault);
    ENDS_BY(SIGABRT, where, abort);
    ENDS_BY(SIGPIPE, where, write_to_nobody);
    ENDS_BY(SIGXFSZ, where, write_more_than_is_allowed);
    ENDS_BY(SIGSEGV, where, have_a_register_read_to_nowhere);
    ENDS_BY(SIGSEGV, where, have_a_token_made_nowhere);
    ENDS_BY(SIGSEGV, where, have_filters_read_nowhere);
    ENDS_BY(SIGSEGV, where, have_a_buffer_told_nowhere);
    ENDS_BY(SIGSEGV, where, have_a_name_read_nowhere);
  }
  return verdict();
}
