/* The agent is a process of its own with the memory of the one that started it (CLONE_VM), and with signal handlers of its own (no
 * CLONE_SIGHAND). So an address where nothing is mapped is its signal, which it handles whatever the program does with its signals; and the
 * processor's own atomic instructions are atomic for the program's threads.
 *
 * It runs on a stack of its own, and has the thread pointer of the thread that started it: nothing here uses errno, the C library or
 * anything else of a thread. */
#define _GNU_SOURCE
#include "agent.h"
#include <errno.h>

#ifdef __x86_64__
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 32 << 10, KERNEL_SIGNALS = 8, RESTORER = 0x04000000 };

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* Lies at the begin of the stack, which is aligned to its size. */
struct desk {
  uint64_t resumed_stack; /* of an operation that is being made; else 0 */
  int channel;
  /* Of the program: */
  pid_t process, owner;
  void *stack;
  struct desk *next;
};

static inline struct desk *desk(void) {
  return (struct desk *)((uintptr_t)__builtin_frame_address(0) & -(uintptr_t)STACK);
}

static long call(long number, long a, long b, long c, long d) {
  long result;
  register long fourth __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return result;
}

/* What the kernel returns to from a handler. */
void agent_restore(void);
__asm__(".text\n.hidden agent_restore\n.type agent_restore,@function\nagent_restore:\n\tmov $15, %eax\n\tsyscall\n");

struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

/* agent_guarded(request, value, stack) is agent_apply(request, value), and tells where its stack is: to go on at agent_resumed with that
 * stack, is to return. */
uint32_t agent_guarded(const struct atomic_request *of, uint64_t *value, uint64_t *stack);
void agent_resumed(void);
__asm__(".hidden agent_guarded\n.hidden agent_resumed\n.type agent_guarded,@function\nagent_guarded:\n"
        "\tpush %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\tsub $8, %rsp\n"
        "\tmov %rsp, (%rdx)\n\tcall agent_apply\nagent_resumed:\n"
        "\tadd $8, %rsp\n\tpop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\tret\n");

static void faulted(int signal, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (desk()->resumed_stack) {
    bool mapped = signal == SIGSEGV && info->si_code != SEGV_MAPERR && info->si_code != SI_KERNEL;
    registers[REG_RAX] = mapped ? ATOMIC_FORBIDDEN : ATOMIC_MISSING;
    registers[REG_RSP] = (greg_t)desk()->resumed_stack;
    registers[REG_RIP] = (greg_t)agent_resumed;
  }
}

static int64_t number(uint64_t raw, const struct atomic_request *of) {
  if (of->bytes == sizeof(uint32_t)) {
    return (int32_t)(of->swapped ? __builtin_bswap32((uint32_t)raw) : (uint32_t)raw);
  }
  return (int64_t)(of->swapped ? __builtin_bswap64(raw) : raw);
}

static uint64_t raw(int64_t number, const struct atomic_request *of) {
  if (of->bytes == sizeof(uint32_t)) {
    return of->swapped ? __builtin_bswap32((uint32_t)number) : (uint32_t)number;
  }
  return of->swapped ? __builtin_bswap64((uint64_t)number) : (uint64_t)number;
}

/* Of an operation on one number: what is there afterwards. */
static bool single(const struct atomic_request *of, int64_t before, int64_t *after) {
  int64_t first = (int64_t)of->operands[0], second = (int64_t)of->operands[1];
  switch (of->operation) {
    case 0x00: case 0x20: *after = (int64_t)((uint64_t)before + (uint64_t)first); return true;
    case 0x01: case 0x21: *after = before ^ first; return true;
    case 0x02: case 0x22: *after = before | first; return true;
    case 0x03: case 0x23: *after = before & first; return true;
    case 0x04: case 0x24: *after = (uint64_t)before > (uint64_t)first ? before : first; return true;
    case 0x05: case 0x25: *after = before > first ? before : first; return true;
    case 0x06: case 0x26: *after = (uint64_t)before < (uint64_t)first ? before : first; return true;
    case 0x07: case 0x27: *after = before < first ? before : first; return true;
    case 0x08: *after = first; return true;
    case 0x10: *after = before == first ? before : second; return true;
    case 0x11: *after = before == first ? second : before; return true;
    default: return false;
  }
}

static uint32_t on_one(const struct atomic_request *of, uint64_t *value) {
  int64_t before, after;
  bool done;
  do {
    void *at = (void *)of->address;
    bool narrow = of->bytes == sizeof(uint32_t);
    uint64_t there = narrow ? *(volatile uint32_t *)at : *(volatile uint64_t *)at;
    before = number(there, of);
    if (!single(of, before, &after)) {
      return ATOMIC_IMPOSSIBLE;
    }
    done = narrow ? __sync_bool_compare_and_swap((uint32_t *)at, (uint32_t)there, (uint32_t)raw(after, of))
                  : __sync_bool_compare_and_swap((uint64_t *)at, there, raw(after, of));
  } while (!done);
  *value = (uint64_t)before;
  return ATOMIC_DONE;
}

/* Exchanges two numbers that lie side by side if they are what they were. */
static bool exchange(uint64_t at, unsigned bytes, const uint64_t before[2], const uint64_t after[2]) {
  bool done;
  if (bytes == sizeof(uint32_t)) {
    return __sync_bool_compare_and_swap((uint64_t *)at, before[0] | before[1] << 32, after[0] | after[1] << 32);
  }
  uint64_t low = before[0], high = before[1];
  __asm__ volatile("lock cmpxchg16b %1"
                   : "=@ccz"(done), "+m"(*(__uint128_t *)at), "+a"(low), "+d"(high)
                   : "b"(after[0]), "c"(after[1])
                   : "memory");
  return done;
}

/* Operations on two numbers: the one at the address, and the one after or before it. */
static uint32_t on_two(const struct atomic_request *of, uint64_t *value) {
  int own = of->operation == 0x1c;
  uint64_t at = of->address - (own ? of->bytes : 0), there[2], then[2];
  int64_t lowest = of->bytes == sizeof(uint32_t) ? INT32_MIN : INT64_MIN;
  if (of->bytes == sizeof(uint64_t) && at % 16 != 0) {
    return ATOMIC_IMPOSSIBLE; /* the processor exchanges 16 bytes that are aligned alone */
  }
  do {
    for (int i = 0; i < 2; i++) {
      void *each = (void *)(at + i * (uint64_t)of->bytes);
      there[i] = then[i] = of->bytes == sizeof(uint32_t) ? *(volatile uint32_t *)each : *(volatile uint64_t *)each;
    }
    int64_t before = number(there[own], of);
    bool equal = there[0] == there[1];
    *value = (uint64_t)before;
    switch (of->operation) {
      case 0x18:
      case 0x19:
      case 0x1c:
        if (equal == (of->operation == 0x19)) {
          then[own] = raw((int64_t)((uint64_t)before + (own ? UINT64_MAX : 1)), of);
        } else {
          *value = (uint64_t)lowest;
        }
        break;
      default:
        if (equal) {
          then[0] = then[1] = raw((int64_t)of->operands[0], of);
        }
    }
  } while (!exchange(at, of->bytes, there, then));
  return ATOMIC_DONE;
}

__attribute__((used, visibility("hidden"))) uint32_t agent_apply(const struct atomic_request *of, uint64_t *value) {
  if ((of->bytes != 4 && of->bytes != 8) || of->address % of->bytes != 0) {
    return ATOMIC_IMPOSSIBLE;
  }
  switch (of->operation) {
    case 0x18:
    case 0x19:
    case 0x1c:
    case 0x38:
      return on_two(of, value);
    default:
      return on_one(of, value);
  }
}

static bool read_whole(int channel, void *to, long length) {
  for (long done = 0; done < length;) {
    long count = call(SYS_read, channel, (long)to + done, length - done, 0);
    if (count == -EINTR) {
      continue;
    }
    if (count <= 0) {
      return false;
    }
    done += count;
  }
  return true;
}

static int serve(void *argument) {
  struct desk *at = argument;
  struct kernel_action action = {faulted, SA_SIGINFO | RESTORER, agent_restore, 0};
  uint64_t blocked = ~(1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1));
  struct atomic_request request;
  struct atomic_answer result;
  call(SYS_rt_sigaction, SIGSEGV, (long)&action, 0, KERNEL_SIGNALS);
  call(SYS_rt_sigaction, SIGBUS, (long)&action, 0, KERNEL_SIGNALS);
  call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&blocked, 0, KERNEL_SIGNALS);
  call(SYS_prctl, PR_SET_NAME, (long)"atomics", 0, 0);
  if (at->channel > 0) {
    call(SYS_close_range, 0, at->channel - 1, 0, 0);
  }
  call(SYS_close_range, at->channel + 1L, UINT_MAX, 0, 0);
  while (read_whole(at->channel, &request, sizeof request)) {
    result = (struct atomic_answer){0};
    result.status = agent_guarded(&request, &result.value, &at->resumed_stack);
    at->resumed_stack = 0;
    long count = call(SYS_write, at->channel, (long)&result, sizeof result, 0);
    if (count != sizeof result) {
      break;
    }
  }
  call(SYS_exit_group, 0, 0, 0, 0);
  return 0;
}

/* The agents that were not waited for. Who is their parent, waits for each: where the first process of a machine waits for nobody, as in
 * many containers, an agent that outlives the program would stay a zombie. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct desk *agents;

/* Waits for those that have ended, or with a signal for all, which get it. */
static void reap(int signal) {
  for (struct desk **link = &agents; *link;) {
    struct desk *each = *link;
    if (each->owner != getpid()) {
      link = &each->next; /* of the parent before a fork */
      continue;
    }
    pid_t ended;
    if (signal) {
      kill(each->process, signal);
    }
    while ((ended = waitpid(each->process, NULL, __WALL | (signal ? 0 : WNOHANG))) < 0 && errno == EINTR) {
    }
    if (!ended) {
      link = &each->next;
      continue;
    }
    *link = each->next;
    munmap(each->stack, 2 * STACK);
  }
}

__attribute__((destructor)) static void end_all(void) {
  if (!pthread_mutex_trylock(&lock)) {
    reap(SIGKILL);
    pthread_mutex_unlock(&lock);
  }
}

int agent_start(struct agent *agent, int channel) {
  /* Twice the size has a place that is aligned to it. */
  char *all = mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) {
    return -1;
  }
  struct desk *at = (struct desk *)(((uintptr_t)all + STACK - 1) & -(uintptr_t)STACK);
  sigset_t every, before;
  at->channel = channel;
  at->owner = getpid();
  at->stack = all;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  /* Without a signal at its end, so that a program that waits for its children does not meet it. */
  agent->process = clone(serve, (char *)at + STACK, CLONE_VM, at);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (agent->process < 0) {
    munmap(all, 2 * STACK);
    errno = error;
    return -1;
  }
  pthread_mutex_lock(&lock);
  reap(0);
  at->process = agent->process;
  at->next = agents;
  agents = at;
  pthread_mutex_unlock(&lock);
  errno = error;
  return 0;
}

void agent_await(struct agent *agent) {
  pthread_mutex_lock(&lock);
  struct desk **link = &agents;
  while (*link && (*link)->process != agent->process) {
    link = &(*link)->next;
  }
  struct desk *at = *link;
  if (at) {
    *link = at->next;
  }
  pthread_mutex_unlock(&lock);
  if (at) {
    while (waitpid(at->process, NULL, __WALL) < 0 && errno == EINTR) {
    }
    munmap(at->stack, 2 * STACK);
  }
}
#else
int agent_start(struct agent *agent, int channel) {
  (void)agent;
  (void)channel;
  errno = ENOSYS;
  return -1;
}

void agent_await(struct agent *agent) { (void)agent; }
#endif
