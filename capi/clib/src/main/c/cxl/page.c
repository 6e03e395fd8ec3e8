/* Accesses to registers over a page that this process shares with the server. The client writes an access and then its number, the server
 * what came of it and then the same number. Who finds nothing looks for a while if that helped the last time, and sleeps then; the other side
 * wakes it. Who had to wake the other sleeps at once: to look would keep the processor from it.
 *
 * The class RegisterPage of the server has the other side. */
#define _GNU_SOURCE
#include "client.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_GROW 4
#endif
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1
#define MFD_ALLOW_SEALING 2
#endif

enum {
  BYTES = 4096,
  LINE = 64,
  LOOK_NANOS = 50 * 1000,       /* about what it costs two processors to sleep and to wake */
  MOST_SLEEPS = 7,              /* that follow looks in vain */
  LOOKS = 32,                   /* between two looks at the clock */
  MOST_REASON = 1024,
  IS_THERE_NANOS = 100000000,   /* between two looks whether the server is there */
};

/* What only one side writes lies in lines of its own. */
struct page {
  _Alignas(LINE) uint32_t asked;
  uint32_t is_write;
  uint32_t width;
  uint64_t offset;
  uint64_t value;
  _Alignas(LINE) uint32_t answered;
  int32_t error;
  uint64_t result;
  _Alignas(LINE) uint32_t server_sleeps;
  _Alignas(LINE) uint32_t client_sleeps;
  _Alignas(LINE) uint64_t secret;
  _Alignas(LINE) uint32_t reason_length; /* why an access failed */
  char reason[MOST_REASON];
};

static int memory_file(void) {
  int file = (int)syscall(SYS_memfd_create, "libcxl", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file >= 0 && (ftruncate(file, BYTES) < 0 || fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) < 0)) {
    close(file);
    return -1;
  }
  return file;
}

/* The page of a context; what it is open as, or -1 where the system has none. */
static int make_page(struct context *context) {
  int file = memory_file();
  void *at = file < 0 ? MAP_FAILED : mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) {
    if (file >= 0) {
      close(file);
    }
    return -1;
  }
  context->page = at;
  context->page->secret = context->secret;
  return file;
}

void client_unmap_page(struct context *context) {
  if (context->page) {
    munmap(context->page, BYTES);
    context->page = NULL;
  }
}

int client_map(struct context *context, uint64_t *size) {
  struct answer answer;
  struct {
    uint64_t size;
    uint32_t is_served;
  } __attribute__((packed)) mapped = {0, 0};
  if (context->owner != getpid()) {
    return refuse(EIO, "the context is of process %d, the parent of this one: open another", context->owner);
  }
  pthread_mutex_lock(&context->page_lock);
  bool is_new = !context->page;
  int32_t file = is_new ? make_page(context) : -1;
  int result = client_ask_context(context, MAP, &file, sizeof file, &answer);
  int error = errno;
  if (file >= 0) {
    close(file);
  }
  if (result == 0 && answer.length == sizeof mapped) {
    memcpy(&mapped, answer.bytes, sizeof mapped);
    *size = mapped.size;
  } else if (result == 0) {
    result = -1;
    error = EPROTO;
  }
  if (is_new && (result < 0 || !mapped.is_served)) {
    client_unmap_page(context);
  }
  pthread_mutex_unlock(&context->page_lock);
  errno = error;
  return result;
}

/* Where there is no page, an access is a question like others. */
static int ask_for_access(struct context *context, bool is_write, uint64_t offset, uint32_t width, uint64_t *value) {
  struct {
    uint64_t offset;
    uint32_t width;
    uint64_t value;
  } __attribute__((packed)) access = {offset, width, *value};
  struct answer answer;
  uint32_t length = is_write ? sizeof access : sizeof access - sizeof access.value;
  if (client_ask_context(context, is_write ? WRITE_REGISTER : READ_REGISTER, &access, length, &answer) < 0) {
    return -1;
  }
  if (!is_write && answer.length != sizeof *value) {
    return failed(EPROTO);
  }
  if (!is_write) {
    memcpy(value, answer.bytes, sizeof *value);
  }
  return 0;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void relax(void) {
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause();
#elif defined __aarch64__
  __asm__ volatile("yield");
#endif
}

static bool is_answered(struct page *page, uint32_t number) { return __atomic_load_n(&page->answered, __ATOMIC_SEQ_CST) == number; }

static bool look(struct page *page, uint32_t number, uint64_t end) {
  do {
    for (int i = 0; i < LOOKS; i++) {
      if (is_answered(page, number)) {
        return true;
      }
      relax();
    }
  } while (now() < end);
  return false;
}

/* Looks that find nothing, on a machine that has other work, make others rarer. */
static bool look_and_learn(struct context *context, uint32_t number, uint64_t end) {
  bool found = look(context->page, number, end);
  int more = 2 * context->sleeps + 1;
  context->sleeps = found ? 0 : more < MOST_SLEEPS ? more : MOST_SLEEPS;
  context->sleeps_left = context->sleeps;
  return found;
}

/* The server may end at any time, and nobody wakes this thread then. */
static bool is_there(int bell) {
  struct pollfd server = {.fd = bell, .events = POLLRDHUP};
  return poll(&server, 1, 0) == 0;
}

static bool sleep_until_answered(struct context *context, uint32_t number) {
  static const struct timespec while_it_is_there = {0, IS_THERE_NANOS};
  struct page *page = context->page;
  bool answered;
  __atomic_store_n(&page->client_sleeps, 1, __ATOMIC_SEQ_CST);
  while (!(answered = is_answered(page, number))) {
    if (syscall(SYS_futex, &page->answered, FUTEX_WAIT, number - 1, &while_it_is_there, NULL, 0) < 0 && errno == ETIMEDOUT &&
        !is_there(context->bell)) {
      break;
    }
  }
  __atomic_store_n(&page->client_sleeps, 0, __ATOMIC_SEQ_CST);
  return answered;
}

static int access_page(struct context *context, bool is_write, uint64_t offset, uint32_t width, uint64_t *value) {
  struct page *page = context->page;
  uint32_t number = page->answered + 1;
  page->is_write = is_write;
  page->width = width;
  page->offset = offset;
  page->value = *value;
  uint64_t begin = now();
  __atomic_store_n(&page->asked, number, __ATOMIC_SEQ_CST);
  bool sleeps = __atomic_load_n(&page->server_sleeps, __ATOMIC_SEQ_CST);
  if (sleeps) {
    syscall(SYS_futex, &page->asked, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
  bool looks = !sleeps && context->is_quick && context->sleeps_left-- <= 0;
  if (!(looks && look_and_learn(context, number, begin + LOOK_NANOS)) && !sleep_until_answered(context, number)) {
    context->is_gone = true;
    return client_lost(context->server.process, context->server.at.sun_path);
  }
  context->is_quick = now() - begin < 2 * LOOK_NANOS;
  if (page->error != 0) {
    uint32_t length = page->reason_length;
    return client_refuse(page->error, is_write ? "write a register" : "read a register", "%.*s",
                         (int)(length < MOST_REASON ? length : MOST_REASON), page->reason);
  }
  *value = page->result;
  return 0;
}

int client_access(struct context *context, bool is_write, uint64_t offset, uint32_t width, uint64_t *value) {
  if (context->owner != getpid()) {
    /* A child has the page of its parent, and not its memory. */
    return refuse(EIO, "the context is of process %d, the parent of this one: open another", context->owner);
  }
  pthread_mutex_lock(&context->page_lock);
  bool has_page = context->page != NULL;
  int before = errno;
  int result = !has_page ? 0 : context->is_gone ? failed(EIO) : access_page(context, is_write, offset, width, value);
  int error = result < 0 ? errno : before;
  pthread_mutex_unlock(&context->page_lock);
  errno = error;
  return has_page ? result : ask_for_access(context, is_write, offset, width, value);
}
