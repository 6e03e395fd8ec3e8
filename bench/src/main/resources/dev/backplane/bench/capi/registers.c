/* Accesses of a program of libcxl: for each line "read N", "write N" or "context N" the nanoseconds that N of them took. "turn N" is what
 * two processes in C take that send as many bytes to each other over a socket and do nothing else, "futex N" what two take that wake each other
 * on a page that they share. */
#define _GNU_SOURCE
#include <libcxl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HANDLE = 8, CONTROL = 0x18, REQUEST = 20, ANSWER = 16 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static struct cxl_afu_h *attached(void) {
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  if (!afu || cxl_afu_attach(afu, 0) < 0 || cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN) < 0) {
    perror("attach");
    exit(1);
  }
  return afu;
}

static int access_of(struct cxl_afu_h *afu, const char *what) {
  uint64_t handle;
  if (strcmp(what, "read") == 0) {
    return cxl_mmio_read64(afu, HANDLE, &handle) < 0 || (int)(handle >> 48) != cxl_afu_get_process_element(afu);
  }
  if (strcmp(what, "write") == 0) {
    return cxl_mmio_write64(afu, CONTROL, 0) < 0;
  }
  cxl_afu_free(attached());
  return 0;
}

static int other_end(void) {
  int ends[2];
  char bytes[REQUEST];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
    perror("socketpair");
    exit(1);
  }
  if (fork() == 0) {
    close(ends[0]);
    while (recv(ends[1], bytes, REQUEST, MSG_WAITALL) == REQUEST && send(ends[1], bytes, ANSWER, 0) == ANSWER) {
    }
    _exit(0);
  }
  close(ends[1]);
  return ends[0];
}

static int turn(int other) {
  char bytes[REQUEST] = {0};
  return send(other, bytes, REQUEST, 0) != REQUEST || recv(other, bytes, ANSWER, MSG_WAITALL) != ANSWER;
}

/* Words that lie in lines of their own. */
struct words {
  _Alignas(64) uint32_t asked;
  _Alignas(64) uint32_t answered;
};

static void change(uint32_t *word, uint32_t number) {
  __atomic_store_n(word, number, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void await(uint32_t *word, uint32_t number) {
  while (__atomic_load_n(word, __ATOMIC_SEQ_CST) != number) {
    syscall(SYS_futex, word, FUTEX_WAIT, number - 1, NULL, NULL, 0);
  }
}

/* Ends with the program, whose socket tells it nothing. */
static struct words *other_words(void) {
  struct words *words = mmap(NULL, sizeof *words, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (words == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  if (fork() == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (uint32_t number = 1;; number++) {
      await(&words->asked, number);
      change(&words->answered, number);
    }
  }
  return words;
}

static int wake_each_other(struct words *words) {
  uint32_t number = words->answered + 1;
  change(&words->asked, number);
  await(&words->answered, number);
  return 0;
}

int main(void) {
  int other = other_end();
  struct words *words = other_words();
  struct cxl_afu_h *afu = attached();
  char what[16];
  long count;
  while (scanf("%15s %ld", what, &count) == 2) {
    uint64_t begin = now();
    for (long i = 0; i < count; i++) {
      if (strcmp(what, "turn") == 0 ? turn(other) : strcmp(what, "futex") == 0 ? wake_each_other(words) : access_of(afu, what)) {
        perror(what);
        return 1;
      }
    }
    printf("%llu\n", (unsigned long long)(now() - begin));
    fflush(stdout);
  }
  cxl_afu_free(afu);
  return 0;
}
