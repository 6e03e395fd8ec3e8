/*
 * Registers. Where a device has them in memory, Java maps them at the first access; the next ones are a check and a
 * load, and Java is not asked. A thread says which handle it is accessing; closing takes the handle away and then waits
 * until no thread is at it, so nothing is accessed that is unmapped. The cost is the closer's: it makes all processors
 * pass a barrier.
 */
#define _GNU_SOURCE
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "library.h"

/* A power of two. Handles beyond it go through Java. */
#define SLOTS 1024
#define SPACES 4
#define MOST_TRIES 1000

struct space {
  uint8_t *address;
  uint64_t bytes;
};

struct slot {
  _Atomic(uint64_t) handle;
  uint64_t parent;
  struct space spaces[SPACES];
};

static struct slot slots[SLOTS];
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint64_t) withdrawals;
/* Whether the system lacks barriers for all processors, so that each access has its own. */
static _Atomic(bool) needs_fence;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The parent has the device, and the child no Java: what it asks for is refused. */
static void in_child(void) {
  pthread_mutex_init(&changes, NULL);
  memset(slots, 0, sizeof slots);
}

static void prepare(void) {
  needs_fence = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0;
  pthread_atfork(NULL, NULL, in_child);
}

static struct slot *slot_of(uint64_t handle) { return &slots[handle & (SLOTS - 1)]; }

uint64_t registers_withdrawals(void) { return atomic_load(&withdrawals); }

void registers_map(uint64_t handle, uint64_t space, uint64_t address, uint64_t bytes, uint64_t parent,
                   uint64_t before) {
  if ((handle & 0xFFFFF) >= SLOTS || space >= SPACES) {
    return;
  }
  pthread_once(&once, prepare);
  pthread_mutex_lock(&changes);
  struct slot *slot = slot_of(handle);
  if (atomic_load(&withdrawals) == before) {
    if (slot->handle != handle) {
      memset(slot->spaces, 0, sizeof slot->spaces);
    }
    slot->parent = parent;
    slot->spaces[space] = (struct space){(uint8_t *)(uintptr_t)address, bytes};
    atomic_store_explicit(&slot->handle, handle, memory_order_release);
  }
  pthread_mutex_unlock(&changes);
}

/* With the lock. */
static void clear(struct slot *slot) {
  uint64_t handle = atomic_exchange(&slot->handle, 0);
  if (handle == 0) {
    return;
  }
  if (!needs_fence) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  }
  for (struct boot_thread *each = boot_threads(); each != NULL; each = each->next) {
    /* This thread's own access was interrupted by a handler that ends the process. */
    while (each != boot_thread() && atomic_load(&each->accessing) == handle) {
      sched_yield();
    }
  }
}

void registers_withdraw(uint64_t handle) {
  pthread_mutex_lock(&changes);
  atomic_fetch_add(&withdrawals, 1);
  for (struct slot *slot = slots; slot < slots + SLOTS; slot++) {
    if (slot->handle == handle || (slot->handle != 0 && slot->parent == handle)) {
      clear(slot);
    }
  }
  pthread_mutex_unlock(&changes);
}

bool registers_withdraw_all(void) {
  for (int tries = 0; pthread_mutex_trylock(&changes) != 0; tries++) {
    if (tries == MOST_TRIES) {
      return false;
    }
    usleep(1000);
  }
  atomic_fetch_add(&withdrawals, 1);
  for (struct slot *slot = slots; slot < slots + SLOTS; slot++) {
    clear(slot);
  }
  pthread_mutex_unlock(&changes);
  return true;
}

/* The address of a register if it is mapped; the thread is then accessing, until it says otherwise. */
static inline uint8_t *begin(struct boot_thread *thread, uint64_t handle, uint32_t number, uint64_t offset,
                             uint64_t width) {
  struct slot *slot = slot_of(handle);
  if (handle == 0 || number >= SPACES || thread == NULL) {
    return NULL;
  }
  atomic_store_explicit(&thread->accessing, handle, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  if (__builtin_expect(atomic_load_explicit(&needs_fence, memory_order_relaxed), 0)) {
    atomic_thread_fence(memory_order_seq_cst);
  }
  if (atomic_load_explicit(&slot->handle, memory_order_acquire) == handle) {
    struct space space = slot->spaces[number];
    if ((offset & (width - 1)) == 0 && offset < space.bytes && space.bytes - offset >= width) {
      return space.address + offset;
    }
  }
  atomic_store_explicit(&thread->accessing, 0, memory_order_release);
  return NULL;
}

static inline void end(struct boot_thread *thread) {
  atomic_store_explicit(&thread->accessing, 0, memory_order_release);
}

#define READ(width)                                                                                             \
  EXPORT fpga_result fpgaReadMMIO##width(fpga_handle handle, uint32_t mmio_num, uint64_t offset,                \
                                         uint##width##_t *value) {                                              \
    struct boot_thread *thread = boot_thread();                                                                 \
    uint8_t *at = value == NULL ? NULL : begin(thread, WORD(handle), mmio_num, offset, sizeof *value);          \
    if (__builtin_expect(at == NULL, 0)) {                                                                      \
      return CALL(fpgaReadMMIO##width, WORD(handle), mmio_num, offset, WORD(value));                            \
    }                                                                                                           \
    uint##width##_t read = *(volatile uint##width##_t *)at;                                                     \
    end(thread);                                                                                                \
    *value = read;                                                                                              \
    return FPGA_OK;                                                                                             \
  }

#define WRITE(width)                                                                                            \
  EXPORT fpga_result fpgaWriteMMIO##width(fpga_handle handle, uint32_t mmio_num, uint64_t offset,               \
                                          uint##width##_t value) {                                              \
    struct boot_thread *thread = boot_thread();                                                                 \
    uint8_t *at = begin(thread, WORD(handle), mmio_num, offset, sizeof value);                                  \
    if (__builtin_expect(at == NULL, 0)) {                                                                      \
      return CALL(fpgaWriteMMIO##width, WORD(handle), mmio_num, offset, value);                                 \
    }                                                                                                           \
    *(volatile uint##width##_t *)at = value;                                                                    \
    end(thread);                                                                                                \
    return FPGA_OK;                                                                                             \
  }

READ(64)
READ(32)
WRITE(64)
WRITE(32)
