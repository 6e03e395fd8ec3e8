/* foreign MODE ROUNDS: programs end, execute others or fork in the middle of copies of the AFU, and the memory of others at the same addresses
 * stays as it is. Prints how many rounds found bytes that nobody of theirs had written. */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <libcxl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1 << 19, PIECE = 32 << 10, COPIES = 100, LINES = 32, MINE = 0xa1, THEIRS = 0x5b, TOUCHED = 4, IMPOSSIBLE = 9 };

struct element {
  uint8_t command, status;
  uint16_t length;
  uint32_t extra;
  uint64_t operand, source, target;
} __attribute__((packed));

static uint8_t *const from = (uint8_t *)0x500000000000, *const to = (uint8_t *)0x500010000000;
static struct element *const ring = (struct element *)0x500020000000;
static char *self;

static void map_one(void *at, size_t bytes, int fill) {
  if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != at) {
    _exit(1);
  }
  memset(at, fill, bytes);
}

static void map_all(int fill) {
  map_one(from, BYTES, fill);
  map_one(to, BYTES, fill);
  map_one(ring, LINES * 128, 0);
}

static void attach(void) {
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  if (!afu || cxl_afu_attach(afu, (uintptr_t)ring | LINES) < 0) {
    _exit(2);
  }
}

/* Attaches, and gives the AFU more work than it does before the round is over. */
static void work(void) {
  map_all(MINE);
  attach();
  for (int i = 0; i < COPIES; i++) {
    ring[i].length = htobe16(PIECE);
    ring[i].source = htobe64((uintptr_t)from + (unsigned)i % (BYTES / PIECE) * PIECE);
    ring[i].target = htobe64((uintptr_t)to + (unsigned)i % (BYTES / PIECE) * PIECE);
    __atomic_store_n(&ring[i].command, 0x80, __ATOMIC_RELEASE);
  }
}

static int look(void) {
  usleep(10000);
  for (int i = 0; i < BYTES; i++) {
    if (to[i] != THEIRS || from[i] != THEIRS) {
      return TOUCHED;
    }
  }
  return 0;
}

static int end_of(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) < 0) {
    return 99;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

/* Starts one that works, and waits until it does. In every other round another process has its connections too, and keeps them open. */
static pid_t start(int round, pid_t *other) {
  int ends[2];
  pid_t said;
  if (pipe(ends) < 0) {
    exit(1);
  }
  pid_t child = fork();
  if (child == 0) {
    work();
    said = round % 2 ? fork() : 0;
    if (said == 0 && round % 2) {
      pause();
      _exit(0);
    }
    if (write(ends[1], &said, sizeof said) < 0) {
      _exit(3);
    }
    pause();
  }
  close(ends[1]);
  *other = 0;
  if (read(ends[0], other, sizeof *other) != sizeof *other) {
    *other = 0;
  }
  close(ends[0]);
  usleep((useconds_t)(round % 7) * 1000);
  return child;
}

static void stop(pid_t process) {
  if (process > 0) {
    kill(process, SIGKILL);
  }
}

/* Killed; the next one has its process element as soon as that is free. */
static int killed(int round) {
  pid_t other, child = start(round & ~1, &other);
  stop(child);
  end_of(child);
  pid_t next = fork();
  if (next == 0) {
    map_all(THEIRS);
    attach();
    _exit(look());
  }
  return end_of(next);
}

/* Killed; another process gets its number at once. */
static int reused(int round) {
  pid_t other, child = start(round, &other);
  stop(child);
  end_of(child);
  struct clone_args arguments = {.exit_signal = SIGCHLD, .set_tid = (uintptr_t)&child, .set_tid_size = 1};
  long next = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (next == 0) {
    map_all(THEIRS);
    _exit(look());
  }
  int result = next < 0 ? (errno == EEXIST ? 0 : IMPOSSIBLE) : end_of((pid_t)next);
  stop(other);
  return result;
}

static void *second(void *none) {
  execl(self, self, "second", (char *)NULL);
  _exit(8);
  return none;
}

static void keep_all_open(void) {
  for (int i = 3; i < 64; i++) {
    int flags = fcntl(i, F_GETFD);
    if (flags >= 0) {
      fcntl(i, F_SETFD, flags & ~FD_CLOEXEC);
    }
  }
}

/* Executes another program: itself, by a thread, by a child that shares its memory until then; with its connections closed or open. */
static int executed(int round) {
  pid_t child = fork();
  if (child == 0) {
    pthread_t thread;
    work();
    usleep((useconds_t)(round % 5) * 500);
    if (round % 2) {
      keep_all_open();
    }
    if (round % 3 == 1 && pthread_create(&thread, NULL, second, NULL) == 0) {
      pause();
    }
    if (round % 3 == 2) {
      pid_t shared = vfork();
      if (shared == 0) {
        execl(self, self, "second", (char *)NULL);
        _exit(8);
      }
      _exit(end_of(shared));
    }
    second(NULL);
  }
  return end_of(child);
}

/* The child's memory is a copy, which the AFU of the parent does not reach. */
static int forked(int round) {
  pid_t child = fork();
  if (child == 0) {
    work();
    usleep((useconds_t)(round % 5) * 500);
    pid_t copy = fork();
    if (copy == 0) {
      uint8_t *before = malloc(BYTES);
      memcpy(before, to, BYTES);
      usleep(10000);
      _exit(memcmp(before, to, BYTES) ? TOUCHED : 0);
    }
    _exit(end_of(copy));
  }
  return end_of(child);
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    int (*act)(int);
  } all[] = {{"killed", killed}, {"reused", reused}, {"executed", executed}, {"forked", forked}};
  self = arguments[0];
  if (count == 2 && strcmp(arguments[1], "second") == 0) {
    map_all(THEIRS);
    return look();
  }
  int rounds = count == 3 ? atoi(arguments[2]) : 0, touched = 0, failed = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    for (int round = 0; count == 3 && strcmp(arguments[1], all[i].name) == 0 && round < rounds; round++) {
      int result = all[i].act(round);
      if (result == IMPOSSIBLE) {
        puts("not possible");
        return 0;
      }
      touched += result == TOUCHED;
      if (result != 0 && result != TOUCHED && failed++ == 0) {
        printf("round %d: %d\n", round, result);
      }
    }
  }
  printf("%d rounds, %d touched, %d failed\n", rounds, touched, failed);
  return 0;
}
