/* A program of libcxl: what it does is the first argument. It prints what it found. */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <libcxl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, COPY = 0, INTERRUPT = 1, WAKE = 3, ATOMIC = 5, VALID = 0x80, COMPLETE = 0x80, IF_EQUAL = 0x11, HANDLE = 8, CONTROL = 0x18 };

struct element {
  uint8_t command, status;
  uint16_t length;
  uint32_t extra;
  uint64_t operand, source, target;
} __attribute__((packed));

static struct element *ring;
static int index_;
static int wrap;

static void say(const char *what) { printf("%s: %s\n", what, strerrorname_np(errno)); }

static struct cxl_afu_h *attached(void) {
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  ring = aligned_alloc(PAGE, PAGE);
  memset(ring, 0, PAGE);
  if (!afu || cxl_afu_attach(afu, (uintptr_t)ring | PAGE / 128) < 0) {
    say("attach");
    exit(1);
  }
  return afu;
}

/* Whether a register tells the context that reads it. */
static bool is_own(struct cxl_afu_h *afu) {
  uint64_t handle;
  return cxl_mmio_read64(afu, HANDLE, &handle) == 0 && (int)(handle >> 48) == cxl_afu_get_process_element(afu);
}

static volatile struct element *put(int operation, int length, const void *source, void *target) {
  struct element *at = &ring[index_];
  at->status = 0;
  at->length = htobe16((uint16_t)length);
  at->source = htobe64((uintptr_t)source);
  at->target = htobe64((uintptr_t)target);
  __atomic_store_n(&at->command, (uint8_t)(VALID | wrap | operation), __ATOMIC_RELEASE);
  if (++index_ == PAGE / (int)sizeof *ring) {
    index_ = 0;
    wrap ^= 0x40;
  }
  return at;
}

static int finish(volatile struct element *at) {
  while (__atomic_load_n(&at->status, __ATOMIC_ACQUIRE) == 0) {
    usleep(50);
  }
  return at->status;
}

static void list(void) {
  struct cxl_adapter_h *card;
  struct cxl_afu_h *afu;
  long major, minor, value;
  cxl_for_each_adapter(card) {
    cxl_get_caia_version(card, &major, &minor);
    printf("%s caia %ld.%ld\n", cxl_adapter_dev_name(card), major, minor);
    cxl_for_each_adapter_afu(card, afu) {
      printf("  %s", cxl_afu_dev_name(afu));
      cxl_get_irqs_min(afu, &value);
      printf(" irqs_min %ld", value);
      cxl_get_modes_supported(afu, &value);
      printf(" modes %ld", value);
      cxl_get_pp_mmio_len(afu, &value);
      printf(" pp_mmio_len %ld\n", value);
    }
  }
  say("end");
}

static void copy(void) {
  struct cxl_afu_h *afu = attached();
  char from[1000], to[1000] = {0};
  for (int i = 0; i < 1000; i++) {
    from[i] = (char)(i * 7);
  }
  int status = finish(put(COPY, sizeof from, from, to));
  printf("copy: %x %d\n", status, memcmp(from, to, sizeof from));
  struct pollfd fd = {.fd = cxl_afu_fd(afu), .events = POLLIN};
  printf("before: %d %d\n", cxl_event_pending(afu), poll(&fd, 1, 0));
  finish(put(INTERRUPT, 2, NULL, NULL));
  int ready = poll(&fd, 1, 60000);
  printf("poll: %d %d\n", ready, cxl_event_pending(afu));
  struct cxl_event event;
  printf("read: %d ", cxl_read_event(afu, &event));
  cxl_fprint_event(stdout, &event);
  printf("after: %d %d\n", cxl_event_pending(afu), poll(&fd, 1, 0));
  uint64_t handle;
  int result = cxl_mmio_read64(afu, 8, &handle);
  printf("unmapped: %d\n", result);
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  cxl_mmio_write64(afu, 0x18, 0x8000000000000000ull);
  finish(put(COPY, 128, (void *)64, to));
  printf("fault: %d ", cxl_read_event(afu, &event));
  cxl_fprint_event(stdout, &event);
  result = cxl_mmio_read64(afu, 8, &handle);
  printf("handle: %d %d\n", result, (int)(handle >> 48) == cxl_afu_get_process_element(afu));
  cxl_afu_free(afu);
}

/* Exchanges a number of 8 bytes if it is what it was, by the AFU. */
static int swap(uint64_t *at, uint64_t before, uint64_t after) {
  memset(&ring[index_].extra, 0, sizeof ring->extra);
  *(uint8_t *)&ring[index_].extra = IF_EQUAL;
  memcpy(&ring[index_].operand, &before, sizeof before);
  return finish(put(ATOMIC, sizeof *at, (void *)htobe64(after), at));
}

enum { UPDATES = 300000 };

static void *count(void *word) {
  for (int i = 0; i < UPDATES; i++) {
    __atomic_add_fetch((uint64_t *)word, 1, __ATOMIC_SEQ_CST);
  }
  return NULL;
}

/* The AFU has the upper half of a number, a thread of the program the lower one. */
static void atomic(void) {
  struct cxl_afu_h *afu = attached();
  static uint64_t word;
  pthread_t thread;
  signal(SIGSEGV, SIG_DFL);
  pthread_create(&thread, NULL, count, &word);
  int failed = 0;
  for (int i = 0; i < 200; i++) {
    uint64_t before = __atomic_load_n(&word, __ATOMIC_SEQ_CST);
    failed += swap(&word, before, before + (1ull << 32)) != COMPLETE;
  }
  pthread_join(thread, NULL);
  uint64_t swapped = word >> 32;
  swap(&word, word, word + (1ull << 32));
  printf("atomic: %d %d %d\n", failed, (uint32_t)word == UPDATES, word >> 32 == swapped + 1);
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  struct cxl_event event;
  uint64_t *page = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int status = swap(page, 0, 1);
  cxl_read_event(afu, &event);
  printf("read only: %x %d %llx\n", status, event.fault.addr == (uintptr_t)page, event.fault.dsisr);
  munmap(page, PAGE);
  status = swap(page, 0, 1);
  cxl_read_event(afu, &event);
  printf("unmapped: %x %d %llx\n", status, event.fault.addr == (uintptr_t)page, event.fault.dsisr);
  printf("children: %d ", wait(NULL));
  say("");
  cxl_afu_free(afu);
}

static void *wait_elsewhere(void *afu) {
  static __u64 word = 1;
  int result = cxl_afu_host_thread_wait(afu, &word);
  printf("another thread: %d ", result);
  say("");
  return NULL;
}

/* Waits for the status of an element, by which the AFU wakes the thread that attached. */
static void woken(void) {
  struct cxl_ioctl_start_work *work = cxl_work_alloc();
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  __u16 tid = 0;
  pthread_t thread;
  ring = aligned_alloc(PAGE, PAGE);
  memset(ring, 0, PAGE);
  cxl_work_set_wed(work, (uintptr_t)ring | PAGE / 128);
  cxl_work_enable_wait(work);
  int result = cxl_afu_attach_work(afu, work);
  cxl_work_get_tid(work, &tid);
  printf("attach: %d %d\n", result, tid == cxl_afu_get_process_element(afu) + 1);
  pthread_create(&thread, NULL, wait_elsewhere, afu);
  pthread_join(thread, NULL);
  for (int i = 0; i < 100; i++) {
    static __u64 word;
    static __u64 from = 7;
    word = 0;
    put(COPY, sizeof word, &from, &word);
    put(WAKE, 0, NULL, NULL);
    if (cxl_afu_host_thread_wait(afu, &word) < 0 || word != from) {
      say("wait");
    }
  }
  puts("woken");
  cxl_afu_free(afu);
  cxl_work_free(work);
}

static void wrong(void) {
  long value;
  void *place;
  uint64_t word;
  struct cxl_event event;
  struct cxl_afu_h *afu;
  errno = 0;
  cxl_afu_open_dev(NULL), say("open NULL");
  cxl_afu_open_dev("/dev/null"), say("open /dev/null");
  cxl_afu_open_dev("/dev/cxl/afu7.0s"), say("open afu7.0s");
  cxl_afu_open_dev("/dev/cxl/afu0.0d"), say("open afu0.0d");
  cxl_get_irqs_min(NULL, &value), say("NULL handle");
  cxl_read_event(NULL, &event), say("read NULL");
  afu = cxl_afu_next(NULL);
  cxl_afu_attach(afu, 0), say("attach what is not open");
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN), say("map what is not open");
  struct cxl_afu_h *opened = cxl_afu_open_h(afu, CXL_VIEW_SLAVE);
  cxl_afu_open_h(afu, CXL_VIEW_DEDICATED), say("open another view");
  cxl_mmio_map(opened, CXL_MMIO_BIG_ENDIAN), say("map before attach");
  cxl_afu_attach_full(opened, 0, 3000, 0), say("attach with 3000 interrupts");
  cxl_afu_attach_full(opened, 0, 3, 0);
  cxl_afu_attach(opened, 0), say("attach again");
  cxl_mmio_map(opened, 8), say("map with wrong flags");
  cxl_mmio_map(opened, CXL_MMIO_LITTLE_ENDIAN);
  cxl_mmio_read64(opened, 4, &word), say("read misaligned");
  cxl_mmio_read64(opened, PAGE, &word), say("read behind");
  cxl_mmio_ptr(afu, &place), say("pointer");
  cxl_set_irqs_max(afu, 1), say("too few interrupts");
  cxl_set_mode(afu, CXL_MODE_DEDICATED), say("mode while open");
  struct cxl_ioctl_start_work *work = cxl_work_alloc();
  struct cxl_afu_h *third = cxl_afu_open_h(afu, CXL_VIEW_SLAVE);
  work->reserved3 = 1;
  cxl_afu_attach_work(third, work), say("reserved");
  printf("same: %d\n", cxl_afu_fd(cxl_afu_fd_to_h(cxl_afu_fd(third))) == cxl_afu_fd(third));
}

/* Raises an interrupt, after which the AFU waits to be restarted. */
static void raise_interrupt(struct cxl_afu_h *afu, int number) {
  finish(put(INTERRUPT, number, NULL, NULL));
  cxl_mmio_write64(afu, CONTROL, 0x8000000000000000ull);
}

/* Raises interrupts, each when the one before is read, then many while none is read: the kernel keeps a bit for each number. */
static void interrupts(void) {
  enum { EACH = 500, NUMBERS = 3 };
  struct cxl_afu_h *afu = attached();
  struct cxl_event event;
  int right = 0, read = 0, order[NUMBERS];
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  for (int i = 0; i < EACH; i++) {
    int number = 1 + i % NUMBERS;
    raise_interrupt(afu, number);
    right += cxl_read_event(afu, &event) == 0 && event.header.type == CXL_EVENT_AFU_INTERRUPT && event.irq.irq == number;
  }
  printf("each: %d of %d, more: %d\n", right, EACH, cxl_event_pending(afu));
  for (int i = 0; i < 40; i++) {
    raise_interrupt(afu, NUMBERS - i % NUMBERS);
  }
  while (cxl_event_pending(afu) > 0 && read < NUMBERS) {
    cxl_read_event(afu, &event);
    order[read++] = event.irq.irq;
  }
  printf("together: %d: %d %d %d, more: %d\n", read, order[0], order[1], order[2], cxl_event_pending(afu));
  cxl_afu_free(afu);
}

static sigjmp_buf back;
static volatile sig_atomic_t expected;

static void leap(int signal) { siglongjmp(back, signal); }

/* The signal that an access ends with; 0 if it does not. */
#define SIGNAL_OF(access) (expected = sigsetjmp(back, 1), expected == 0 ? ((void)(access), 0) : (int)expected)

static __attribute__((noinline)) uint64_t load64(void *at) { return *(volatile uint64_t *)at; }
static __attribute__((noinline)) uint32_t load32(void *at) { return *(volatile uint32_t *)at; }
static __attribute__((noinline)) int64_t load_signed(void *at) { return *(volatile int32_t *)at; }
static __attribute__((noinline)) void store64(void *at, uint64_t value) { *(volatile uint64_t *)at = value; }
static __attribute__((noinline)) uint8_t load8(void *at) { return *(volatile uint8_t *)at; }

static void *load_often(void *at) {
  size_t right = 0;
  uint64_t first = load64(at);
  for (int i = 0; i < 3000; i++) {
    right += load64(at) == first && be32toh(load32((char *)at + 4)) == (uint32_t)be64toh(first);
  }
  return (void *)right;
}

/* Registers through a pointer. */
static void pointer(void) {
  struct cxl_afu_h *zero = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  struct cxl_afu_h *afu = attached();
  void *at, *same;
  char to[128];
  signal(SIGSEGV, leap);
  signal(SIGBUS, leap);
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  int result = cxl_mmio_ptr(afu, &at);
  printf("pointer: %d %d\n", result, cxl_mmio_ptr(afu, &same) == 0 && same == at);
  char *registers = at;
  uint64_t handle;
  cxl_mmio_read64(afu, HANDLE, &handle);
  printf("loads: %d %d %d %d\n", be64toh(load64(registers + HANDLE)) == handle, be32toh(load32(registers + HANDLE)) == handle >> 32,
         be32toh(load32(registers + HANDLE + 4)) == (uint32_t)handle, load_signed(registers + HANDLE) == (int32_t)htobe32(handle >> 32));
  finish(put(COPY, 128, (void *)64, to));
  struct cxl_event event;
  cxl_read_event(afu, &event);
  store64(registers + CONTROL, htobe64(0x8000000000000000ull));
  static char from[128] = "copied";
  result = finish(put(COPY, 128, from, to));
  printf("stores: %x %d\n", result, memcmp(from, to, 128));
  pthread_t all[3];
  size_t right = 0;
  for (int i = 0; i < 3; i++) {
    pthread_create(&all[i], NULL, load_often, registers + HANDLE);
  }
  for (int i = 0; i < 3; i++) {
    void *some;
    pthread_join(all[i], &some);
    right += (size_t)some;
  }
  printf("threads: %zu\n", right);
  printf("byte: %d\n", SIGNAL_OF(load8(registers + HANDLE)) == SIGBUS);
  printf("misaligned: %d\n", SIGNAL_OF(load64(registers + HANDLE + 4)) == SIGBUS);
  printf("own fault: %d\n", SIGNAL_OF(load64((void *)64)) == SIGSEGV);
  pid_t child = fork();
  if (!child) {
    _exit(SIGNAL_OF(load64(registers + HANDLE)) == SIGBUS);
  }
  waitpid(child, &result, 0);
  printf("child: %d\n", WEXITSTATUS(result));
  cxl_mmio_unmap(afu);
  printf("unmapped: %d\n", SIGNAL_OF(load64(registers + HANDLE)) == SIGSEGV);
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  cxl_mmio_ptr(afu, &at);
  printf("again: %d\n", be64toh(load64((char *)at + HANDLE)) == handle);
  cxl_afu_free(afu);
  printf("freed: %d\n", SIGNAL_OF(load64((char *)at + HANDLE)) == SIGSEGV);
  cxl_afu_free(zero);
}

static void silent(int signal) { (void)signal; }

/* Waits for an event while signals come: without SA_RESTART the first one ends it, with it none does. */
static void signals(void) {
  struct cxl_afu_h *afu = attached();
  struct cxl_event event;
  struct itimerval often = {{0, 2000}, {0, 2000}};
  struct sigaction action = {.sa_handler = silent};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  int result = cxl_read_event(afu, &event);
  printf("without: %d ", result);
  say("");
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
  pid_t pid = fork();
  if (pid == 0) {
    usleep(100000);
    _exit(0);
  }
  waitpid(pid, NULL, 0);
  put(INTERRUPT, 2, NULL, NULL);
  result = cxl_read_event(afu, &event);
  printf("with: %d %d\n", result, event.header.type);
  cxl_afu_free(afu);
}

/* Handles of one descriptor, made before it is attached, and of another that dup has made of it. */
static void descriptors(void) {
  struct cxl_afu_h *zero = cxl_afu_open_dev("/dev/cxl/afu0.0s"); /* whose number no register tells from nothing */
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  struct cxl_afu_h *same = cxl_afu_fd_to_h(cxl_afu_fd(afu));
  struct cxl_afu_h *copy = cxl_afu_fd_to_h(dup(cxl_afu_fd(afu)));
  ring = aligned_alloc(PAGE, PAGE);
  memset(ring, 0, PAGE);
  int result = cxl_afu_attach(same, (uintptr_t)ring | PAGE / 128);
  printf("attach: %d %d\n", result, cxl_afu_attach(afu, 0));
  for (struct cxl_afu_h **each = (struct cxl_afu_h *[]){afu, same, copy, NULL}; *each; each++) {
    uint64_t whole = 0, other = 0;
    result = cxl_mmio_map(*each, 0);
    cxl_mmio_read64(*each, HANDLE, &whole);
    cxl_mmio_map(*each, CXL_MMIO_HOST_ENDIAN);
    cxl_mmio_read64(*each, HANDLE, &other);
    printf("map: %d %d %d\n", result, whole != 0, whole == other);
  }
  int fd = cxl_afu_fd(copy);
  printf("own: %d\n", fd != cxl_afu_fd(afu) && cxl_afu_fd(same) == cxl_afu_fd(afu));
  cxl_afu_free(copy);
  printf("closed: %d\n", fcntl(fd, F_GETFD));
  cxl_afu_free(afu);
  finish(put(INTERRUPT, 2, NULL, NULL));
  struct cxl_event event;
  result = cxl_read_event(same, &event);
  printf("last: %d %d\n", result, event.header.type);
  cxl_afu_free(same);
  cxl_afu_free(zero);
}

/* How many descriptors some contexts take that are attached and have their registers mapped. */
static void count_descriptors(void) {
  enum { SOME = 20 };
  struct cxl_afu_h *all[SOME];
  int first = open("/dev/null", O_RDONLY);
  cxl_mmio_map(attached(), CXL_MMIO_BIG_ENDIAN);
  int before = dup(first);
  for (int i = 0; i < SOME; i++) {
    all[i] = attached();
    cxl_mmio_map(all[i], CXL_MMIO_BIG_ENDIAN);
    uint64_t handle;
    cxl_mmio_read64(all[i], HANDLE, &handle);
  }
  int after = dup(first);
  printf("descriptors: %d\n", (after - before - 1) / SOME);
  for (int i = 0; i < SOME; i++) {
    cxl_afu_free(all[i]);
  }
}

/* Frees a context when it is told to. */
static void free_later(void) {
  struct cxl_afu_h *afu = attached();
  puts("attached");
  fflush(stdout);
  getchar();
  cxl_afu_free(afu);
  puts("freed");
}

static void hold(void) {
  attached();
  puts("holding");
  fflush(stdout);
  while (true) {
    pause();
  }
}

static void blocked(void) {
  struct cxl_afu_h *afu = attached();
  struct cxl_event event;
  puts("holding");
  fflush(stdout);
  int result = cxl_read_event(afu, &event);
  printf("read: %d %x ", result, event.header.type);
  say("");
}

static void child(void) {
  struct cxl_afu_h *afu = attached();
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    struct cxl_event event;
    int result = cxl_read_event(afu, &event);
    printf("child: %d ", result);
    say("");
    uint64_t handle;
    result = cxl_mmio_read64(afu, HANDLE, &handle);
    printf("its registers: %d ", result);
    say("");
    cxl_afu_free(afu);
    exit(0);
  }
  waitpid(pid, NULL, 0);
  printf("parent: %d\n", is_own(afu));
}

/* Copies, and reads a register, until nobody wants more. */
static void busy(void) {
  struct cxl_afu_h *afu = attached();
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  char from[500], to[500] = {0};
  bool right = true;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  puts("busy");
  fflush(stdout);
  for (char i = 0; poll(&input, 1, 1) == 0; i++) {
    memset(from, i, sizeof from);
    right &= finish(put(COPY, sizeof from, from, to)) == COMPLETE && memcmp(from, to, sizeof from) == 0 && is_own(afu);
  }
  puts(right ? "right" : "wrong");
}

static void *read_often(void *afu) {
  bool right = true;
  for (int i = 0; i < 20000; i++) {
    right &= is_own(afu);
  }
  return right ? afu : NULL;
}

static void interrupted(int signal) { (void)signal; }

/* Threads share a context, and another one that each signal interrupts. */
static void threads(void) {
  enum { THREADS = 4 };
  struct cxl_afu_h *afu[2] = {attached(), attached()};
  struct itimerval often = {{0, 500}, {0, 500}};
  pthread_t all[THREADS];
  int right = 0;
  signal(SIGALRM, interrupted);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 2; i++) {
    cxl_mmio_map(afu[i], CXL_MMIO_BIG_ENDIAN);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&all[i], NULL, read_often, afu[i / 3]);
  }
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(all[i], &result);
    right += result != NULL;
  }
  printf("threads: %d\n", right);
}

/* Reads a register when it is told to. */
static void reader(void) {
  struct cxl_afu_h *afu = attached();
  cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
  printf("register: %d\n", is_own(afu));
  fflush(stdout);
  getchar();
  uint64_t handle;
  int result = cxl_mmio_read64(afu, HANDLE, &handle);
  printf("register: %d ", result);
  say("");
}

/* Opens contexts until the server has no room. */
static void crowd(void) {
  static struct cxl_afu_h *all[1000];
  struct cxl_afu_h *old = attached();
  int count = 0;
  cxl_mmio_map(old, CXL_MMIO_BIG_ENDIAN);
  while (count < 1000 && (all[count] = cxl_afu_open_dev("/dev/cxl/afu0.0s"))) {
    count++;
  }
  say("full");
  printf("opened: %d\n", count);
  printf("old: %d\n", is_own(old) && finish(put(INTERRUPT, 2, NULL, NULL)) == COMPLETE);
  while (count > 0) {
    cxl_afu_free(all[--count]);
  }
  struct cxl_afu_h *again = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  printf("again: %d\n", again && cxl_afu_attach(again, 0) == 0);
}

/* Starts contexts until the server has no room, and says what became of the last one. */
static void started(void) {
  struct cxl_afu_h *afu;
  int result = 0;
  while ((afu = cxl_afu_open_dev("/dev/cxl/afu0.0s")) && (result = cxl_afu_attach(afu, 0)) == 0) {
  }
  say(afu ? "attach" : "open");
}

static struct cxl_afu_h *dedicated(void) {
  struct cxl_afu_h *afu = cxl_afu_open_dev("/dev/cxl/afu0.0d");
  if (!afu || cxl_afu_attach(afu, 0) < 0) {
    say("dedicated");
    exit(1);
  }
  return afu;
}

static void again(void) {
  int times = 0;
  while (times < 20) {
    cxl_afu_free(dedicated());
    times++;
  }
  printf("again: %d\n", times);
}

static void leave(void) {
  dedicated();
  puts("left");
}

/* Ends a program that is attached, and tells whether it has left a process behind: this one would be its parent. */
static void orphan(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t child = fork();
  if (!child) {
    attached();
    exit(0);
  }
  waitpid(child, NULL, 0);
  puts(waitpid(-1, NULL, __WALL | WNOHANG) < 0 ? "no orphan" : "an orphan");
}

/* Faults of which the AFU's answer is seen before anything else: the event is there by then. */
static void order(void) {
  struct cxl_afu_h *afu = attached();
  struct cxl_event event;
  int late = 0, wrong = 0;
  for (int i = 0; i < 200; i++) {
    volatile struct element *at = put(COPY, 128, ring, (void *)64);
    while (__atomic_load_n(&at->status, __ATOMIC_ACQUIRE) == 0) {
    }
    late += cxl_event_pending(afu) != 1;
    wrong += cxl_read_event(afu, &event) < 0 || event.header.type != CXL_EVENT_DATA_STORAGE;
    wrong += cxl_event_pending(afu) != 0;
  }
  printf("order: %d late, %d wrong\n", late, wrong);
  cxl_afu_free(afu);
}

static int node(char *path) {
  struct cxl_afu_h *afu = cxl_afu_open_dev(path);
  if (afu) {
    puts(cxl_afu_dev_name(afu));
  } else {
    say("node");
  }
  return 0;
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*act)(void);
  } all[] = {{"list", list}, {"copy", copy}, {"atomic", atomic}, {"woken", woken}, {"wrong", wrong}, {"hold", hold}, {"blocked", blocked},
              {"child", child}, {"busy", busy}, {"again", again}, {"leave", leave}, {"threads", threads}, {"reader", reader}, {"crowd", crowd}, {"started", started},
              {"orphan", orphan}, {"order", order}, {"signals", signals}, {"pointer", pointer}, {"interrupts", interrupts}, {"descriptors", descriptors}, {"count", count_descriptors}, {"free", free_later}};
  if (count == 3 && strcmp(arguments[1], "node") == 0) {
    return node(arguments[2]);
  }
  for (size_t i = 0; i < sizeof all / sizeof *all && count == 2; i++) {
    if (strcmp(arguments[1], all[i].name) == 0) {
      all[i].act();
      return 0;
    }
  }
  return 2;
}
