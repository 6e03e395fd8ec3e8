/* The agent is a process of its own with the memory of the one that started it (CLONE_VM), and with signal handlers of its own (no
 * CLONE_SIGHAND). So an address where nothing is mapped is its signal, which it handles whatever the program does with its signals; and the
 * processor's own atomic instructions are atomic for the program's threads.
 *
 * It runs on a stack of its own, and has the thread pointer of the thread that started it: nothing here uses errno, the C library or
 * anything else of a thread. */
#define _GNU_SOURCE
#include "agent.h"
#include <errno.h>
#include <unistd.h>

#ifdef __x86_64__
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>

enum { STACK = 32 << 10, KERNEL_SIGNALS = 8, RESTORER = 0x04000000 };

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* Lies at the begin of the stack, which is aligned to its size. */
struct desk {
  uint64_t resumed_stack; /* of an operation that is being made; else 0 */
  int channel;
  /* Of the program: */
  uint64_t number;
  pid_t process, owner;
  pthread_t thread; /* where process is 0 */
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

static long call_more(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
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

/* Under Valgrind nothing runs but what it translates, and it knows no processes that share memory. There the agent is a thread, of which
 * Valgrind lets one run at a time. Memory is tried before it is used; only a program that unmaps it in between is ended by that. */
static uint32_t tried(const struct atomic_request *of) {
  /* Or with 0: a write that the kernel makes, and that changes nothing. It wakes whom it should not if -2048 is there. */
  static const int nothing = FUTEX_OP_OR << 28 | 0x800;
  uint32_t other = 0;
  uint64_t first = of->address - (of->operation == 0x1c ? of->bytes : 0), last = of->address + of->bytes - 1;
  for (uint64_t at = first & ~3ull; at <= last; at += sizeof other) {
    if (call_more(SYS_futex, (long)&other, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0, (long)at, nothing) == -EFAULT) {
      unsigned char there;
      return call(SYS_mincore, (long)(at & -4096ul), 1, (long)&there, 0) == -ENOMEM ? ATOMIC_MISSING : ATOMIC_FORBIDDEN;
    }
  }
  return ATOMIC_DONE;
}

static void *serve_as_thread(void *argument) {
  struct desk *at = argument;
  struct atomic_request request;
  while (read_whole(at->channel, &request, sizeof request)) {
    struct atomic_answer result = {0};
    result.status = tried(&request);
    if (result.status == ATOMIC_DONE) {
      result.status = agent_apply(&request, &result.value);
    }
    if (send(at->channel, &result, sizeof result, MSG_NOSIGNAL) != sizeof result) {
      break;
    }
  }
  return NULL;
}

/* Asks Valgrind itself, by the instructions that it takes for a question, and that do nothing elsewhere. */
static bool is_under_valgrind(void) {
  volatile uint64_t question[6] = {0x1001};
  uint64_t answer = 0;
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "+d"(answer)
                   : "a"(question)
                   : "cc", "memory");
  return answer != 0;
}

/* The agents that were not ended. Who is their parent, waits for each: where the first process of a machine waits for nobody, as in
 * many containers, an agent that outlives the program would stay a zombie. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct desk *agents;
static uint64_t last_number;

/* Whether one that is a process has ended, and was waited for. One that somebody else has waited for gets no signal: its number may be
 * another process's by now. */
static bool has_ended(const struct desk *each, int options) {
  pid_t ended;
  while ((ended = waitpid(each->process, NULL, __WALL | options)) < 0 && errno == EINTR) {
  }
  return ended != 0;
}

static void kill_and_wait(const struct desk *each) {
  if (!has_ended(each, WNOHANG)) {
    kill(each->process, SIGKILL);
    has_ended(each, 0);
  }
}

/* Waits for those processes that have ended, or ends them. */
static void reap(bool ends) {
  for (struct desk **link = &agents; *link;) {
    struct desk *each = *link;
    if (!each->process || each->owner != getpid() || (!ends && !has_ended(each, WNOHANG))) {
      link = &each->next; /* also if it is of the parent before a fork */
      continue;
    }
    if (ends) {
      kill_and_wait(each);
    }
    *link = each->next;
    munmap(each->stack, 2 * STACK);
  }
}

__attribute__((destructor)) static void end_all(void) {
  if (!pthread_mutex_trylock(&lock)) {
    reap(true);
    pthread_mutex_unlock(&lock);
  }
}

/* A process; 0, or -1 with errno. */
static int start_process(struct desk *at) {
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  /* Without a signal at its end, so that a program that waits for its children does not meet it. */
  at->process = clone(serve, (char *)at + STACK, CLONE_VM, at);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (at->process < 0) {
    errno = error;
    return -1;
  }
  close(at->channel);
  return 0;
}

static int start_thread(struct desk *at) {
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  int error = pthread_create(&at->thread, NULL, serve_as_thread, at);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return error ? -1 : 0;
}

int agent_start(struct agent *agent, int channel) {
  /* Twice the size has a place that is aligned to it. */
  char *all = mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int error = errno;
  if (all != MAP_FAILED) {
    struct desk *at = (struct desk *)(((uintptr_t)all + STACK - 1) & -(uintptr_t)STACK);
    at->channel = channel;
    at->owner = getpid();
    at->stack = all;
    if ((is_under_valgrind() ? start_thread(at) : start_process(at)) == 0) {
      pthread_mutex_lock(&lock);
      reap(false);
      agent->number = at->number = ++last_number;
      at->next = agents;
      agents = at;
      pthread_mutex_unlock(&lock);
      return 0;
    }
    error = errno;
    munmap(all, 2 * STACK);
  }
  close(channel);
  errno = error;
  return -1;
}

void agent_end(struct agent *agent) {
  pthread_mutex_lock(&lock);
  struct desk **link = &agents;
  while (*link && (*link)->number != agent->number) {
    link = &(*link)->next;
  }
  struct desk *at = *link;
  if (at) {
    *link = at->next;
  }
  pthread_mutex_unlock(&lock);
  if (!at) {
    return;
  }
  if (at->process) {
    kill_and_wait(at);
  } else {
    shutdown(at->channel, SHUT_RDWR);
    pthread_join(at->thread, NULL);
    close(at->channel);
  }
  munmap(at->stack, 2 * STACK);
}
#else
int agent_start(struct agent *agent, int channel) {
  (void)agent;
  close(channel);
  errno = ENOSYS;
  return -1;
}

void agent_end(struct agent *agent) { (void)agent; }
#endif
