/* Registers through a pointer. Where it points nothing may be read or written, so that each access is a fault; its handler makes the access
 * as the functions do, puts what was read where the instruction wants it, and goes on behind it. So each load and store reaches the AFU once,
 * with its width and in its order, which no page that is filled and emptied meanwhile can do.
 *
 * Instructions that compilers make of a load or store of 4 or 8 bytes are known. Another one is SIGBUS, as a card answers what it cannot
 * do, and a line says which. */
#define _GNU_SOURCE
#include "client.h"
#include <byteswap.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
#include <ucontext.h>

/* Windows that are mapped; a handler reads them, so that one that was made once stays. */
struct window {
  unsigned char *begin;
  uint64_t size;
  struct context *context; /* NULL while it is free */
  struct window *next;
};

static struct window *windows;
static pthread_mutex_t windows_lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before;
static bool is_installed;

static struct window *window_at(const unsigned char *address) {
  for (struct window *each = __atomic_load_n(&windows, __ATOMIC_ACQUIRE); each; each = each->next) {
    if (__atomic_load_n(&each->context, __ATOMIC_ACQUIRE) && address >= each->begin && address < each->begin + each->size) {
      return each;
    }
  }
  return NULL;
}

/* What an instruction does with memory. */
struct move {
  bool is_write, is_immediate, is_swapped;
  int bytes;    /* 4 or 8; 0 if the instruction is another one */
  int target;   /* a number of a register */
  bool is_wide; /* whether the register has 8 bytes, with a sign if that is so */
  int64_t immediate;
  int length; /* of the instruction */
};

/* How many bytes a place in memory takes in an instruction, with the byte that says which. */
static int place_length(const unsigned char *at) {
  int mode = at[0] >> 6, base = at[0] & 7;
  int length = 1;
  if (base == 4) {
    length++;
    base = mode == 0 ? at[1] & 7 : 0;
  }
  return length + (mode == 1 ? 1 : mode == 2 || (mode == 0 && base == 5) ? 4 : 0);
}

static struct move decode(const unsigned char *begin) {
  struct move move = {0};
  const unsigned char *at = begin;
  unsigned char rex = 0;
  if ((*at & 0xf0) == 0x40) {
    rex = *at++;
  }
  int bytes = rex & 8 ? 8 : 4;
  int code = *at++;
  if (code == 0x0f && at[0] == 0x38 && (at[1] == 0xf0 || at[1] == 0xf1)) { /* movbe */
    move.is_swapped = true;
    move.is_write = at[1] == 0xf1;
    code = move.is_write ? 0x89 : 0x8b;
    at += 2;
  }
  bool sign = code == 0x63 && bytes == 8; /* movslq */
  if (code != 0x89 && code != 0x8b && code != 0xc7 && !sign) {
    return move;
  }
  int place = *at;
  if (place >> 6 == 3 || (code == 0xc7 && (place & 0x38))) {
    return move;
  }
  move.target = (place >> 3 & 7) | (rex & 4 ? 8 : 0);
  at += place_length(at);
  move.is_write = code != 0x8b && !sign;
  move.is_wide = sign;
  move.bytes = sign ? 4 : bytes;
  if (code == 0xc7) {
    int32_t immediate;
    memcpy(&immediate, at, sizeof immediate);
    move.is_immediate = true;
    move.immediate = immediate;
    at += sizeof immediate;
  }
  move.length = (int)(at - begin);
  return move;
}

static const int places[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static uint64_t swapped(uint64_t value, int bytes) { return bytes == 8 ? bswap_64(value) : bswap_32((uint32_t)value); }

/* Makes the access; false if it failed. Memory of an AFU is big-endian, and what a pointer of this machine shows of it is not. */
static bool access_by(const struct move *move, const struct window *window, uint64_t offset, greg_t *registers) {
  uint64_t value = 0;
  if (move->is_write) {
    value = move->is_immediate ? (uint64_t)move->immediate : (uint64_t)registers[places[move->target]];
    value = move->is_swapped ? value : swapped(value, move->bytes);
    value = move->bytes == 8 ? value : (uint32_t)value;
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (client_access(window->context, move->is_write, offset, (uint32_t)move->bytes, &value) < 0) {
    return false;
  }
  if (!move->is_write) {
    value = move->is_swapped ? value : swapped(value, move->bytes);
    value = move->is_wide ? (uint64_t)(int64_t)(int32_t)value : move->bytes == 8 ? value : (uint32_t)value;
    registers[places[move->target]] = (greg_t)value;
  }
  return true;
}

static void hand_on(int signal, siginfo_t *info, void *state) {
  pthread_sigmask(SIG_SETMASK, &((ucontext_t *)state)->uc_sigmask, NULL);
  if (before.sa_flags & SA_SIGINFO) {
    before.sa_sigaction(signal, info, state);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    /* The instruction is made again, and its fault ends the program as it would have without this. */
    sigaction(SIGSEGV, &before, NULL);
  }
}

static void faulted(int signal, siginfo_t *info, void *state) {
  int error = errno;
  greg_t *registers = ((ucontext_t *)state)->uc_mcontext.gregs;
  const unsigned char *address = info->si_addr;
  const struct window *window = info->si_code == SEGV_ACCERR ? window_at(address) : NULL;
  if (!window) {
    hand_on(signal, info, state);
    errno = error;
    return;
  }
  struct move move = decode((const unsigned char *)registers[REG_RIP]);
  uint64_t offset = (uint64_t)(address - window->begin);
  bool known = move.bytes != 0 && offset % (unsigned)move.bytes == 0;
  if (!known) {
    client_say("the instruction at %p accesses registers through a pointer in a way that a card of this server cannot see: not as one "
               "aligned load or store of 4 or 8 bytes. Use volatile uint32_t or uint64_t, or cxl_mmio_read64 and its like",
               (void *)registers[REG_RIP]);
  }
  if (known && access_by(&move, window, offset, registers)) {
    registers[REG_RIP] += move.length;
  } else {
    /* As from the kernel for a card that does not answer. It is the program's, blocked or not: else the instruction would be made again. */
    pthread_sigmask(SIG_SETMASK, &((ucontext_t *)state)->uc_sigmask, NULL);
    struct sigaction bus;
    siginfo_t told = {.si_signo = SIGBUS, .si_code = BUS_ADRERR, .si_addr = info->si_addr};
    sigaction(SIGBUS, NULL, &bus);
    if (bus.sa_flags & SA_SIGINFO) {
      bus.sa_sigaction(SIGBUS, &told, state);
    } else if (bus.sa_handler != SIG_DFL && bus.sa_handler != SIG_IGN) {
      bus.sa_handler(SIGBUS);
    } else {
      struct sigaction usual = {.sa_handler = SIG_DFL};
      sigset_t only;
      sigaction(SIGBUS, &usual, NULL);
      sigemptyset(&only);
      sigaddset(&only, SIGBUS);
      raise(SIGBUS);
      pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    }
  }
  errno = error;
}

/* Programs may have a handler of their own, before or after this one; one that comes after has to hand on what it does not know. */
static int install(void) {
  struct sigaction now;
  sigaction(SIGSEGV, NULL, &now);
  if (is_installed && now.sa_flags & SA_SIGINFO && now.sa_sigaction == faulted) {
    return 0;
  }
  struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_NODEFER | (now.sa_flags & SA_ONSTACK)};
  /* No other handler of the program runs within, which might access registers as well. */
  sigfillset(&action.sa_mask);
  sigdelset(&action.sa_mask, SIGSEGV);
  sigdelset(&action.sa_mask, SIGBUS);
  before = now;
  is_installed = true;
  return sigaction(SIGSEGV, &action, NULL);
}

void *client_window(struct context *context, uint64_t size) {
  uint64_t whole = (size + 4095) & ~4095ull;
  pthread_mutex_lock(&windows_lock);
  struct window *window = windows;
  while (window && (window->context || window->size != whole)) {
    window = window->next;
  }
  bool is_new = !window;
  if (is_new && (window = calloc(1, sizeof *window))) {
    window->size = whole;
    window->begin = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (window->begin == MAP_FAILED) {
      free(window);
      window = NULL;
    }
  }
  if (window && install() == 0) {
    __atomic_store_n(&window->context, context, __ATOMIC_RELEASE);
    if (is_new) {
      window->next = windows;
      __atomic_store_n(&windows, window, __ATOMIC_RELEASE);
    }
  }
  pthread_mutex_unlock(&windows_lock);
  return window ? window->begin : (failed(ENOMEM), NULL);
}

void client_close_window(void *begin) {
  pthread_mutex_lock(&windows_lock);
  for (struct window *each = windows; each; each = each->next) {
    if (each->begin == begin) {
      __atomic_store_n(&each->context, NULL, __ATOMIC_RELEASE);
    }
  }
  pthread_mutex_unlock(&windows_lock);
}
#else
void *client_window(struct context *context, uint64_t size) {
  (void)context;
  (void)size;
  client_refuse(ENOTSUP, "cxl_mmio_ptr", "registers have no pointer on this processor: use cxl_mmio_read64 and its like");
  return NULL;
}

void client_close_window(void *begin) { (void)begin; }
#endif
