/*
 * Registers. Where a device has them in memory, an access is a check and a load, and Java is not asked. A thread says
 * which handle it is accessing; closing takes the handle away and then waits until no thread is at it, so nothing is
 * accessed that is unmapped. The cost is the closer's: it makes all processors pass a barrier.
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

struct space {
  uint8_t *address;
  uint64_t bytes;
};

struct slot {
  _Atomic(uint64_t) handle;
  struct space spaces[SPACES];
};

static struct slot slots[SLOTS];
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;
/* Whether the system lacks barriers for all processors, so that each access has its own. */
static _Atomic(bool) needs_fence;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void choose_barrier(void) {
  needs_fence = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0;
}

static struct slot *slot_of(uint64_t handle) { return &slots[handle & (SLOTS - 1)]; }

void registers_map(uint64_t handle, uint64_t space, uint64_t address, uint64_t bytes) {
  if ((handle & 0xFFFFF) >= SLOTS || space >= SPACES) {
    return;
  }
  pthread_once(&once, choose_barrier);
  pthread_mutex_lock(&changes);
  struct slot *slot = slot_of(handle);
  if (slot->handle != handle) {
    memset(slot->spaces, 0, sizeof slot->spaces);
  }
  slot->spaces[space] = (struct space){(uint8_t *)(uintptr_t)address, bytes};
  atomic_store_explicit(&slot->handle, handle, memory_order_release);
  pthread_mutex_unlock(&changes);
}

void registers_withdraw(uint64_t handle) {
  struct slot *slot = slot_of(handle);
  if (handle == 0 || atomic_load(&slot->handle) != handle) {
    return;
  }
  pthread_mutex_lock(&changes);
  uint64_t expected = handle;
  if (atomic_compare_exchange_strong(&slot->handle, &expected, 0)) {
    if (!needs_fence) {
      syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    }
    for (struct boot_thread *each = boot_threads(); each != NULL; each = each->next) {
      while (atomic_load(&each->accessing) == handle) {
        sched_yield();
      }
    }
  }
  pthread_mutex_unlock(&changes);
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

EXPORT fpga_result fpgaReadMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint64_t *value) {
  struct boot_thread *thread = boot_thread();
  uint8_t *at = value == NULL ? NULL : begin(thread, WORD(handle), mmio_num, offset, sizeof *value);
  if (__builtin_expect(at == NULL, 0)) {
    return CALL(READ_MMIO_64, WORD(handle), mmio_num, offset, WORD(value));
  }
  uint64_t read = *(volatile uint64_t *)at;
  end(thread);
  *value = read;
  return FPGA_OK;
}

EXPORT fpga_result fpgaReadMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint32_t *value) {
  struct boot_thread *thread = boot_thread();
  uint8_t *at = value == NULL ? NULL : begin(thread, WORD(handle), mmio_num, offset, sizeof *value);
  if (__builtin_expect(at == NULL, 0)) {
    return CALL(READ_MMIO_32, WORD(handle), mmio_num, offset, WORD(value));
  }
  uint32_t read = *(volatile uint32_t *)at;
  end(thread);
  *value = read;
  return FPGA_OK;
}

EXPORT fpga_result fpgaWriteMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint64_t value) {
  struct boot_thread *thread = boot_thread();
  uint8_t *at = begin(thread, WORD(handle), mmio_num, offset, sizeof value);
  if (__builtin_expect(at == NULL, 0)) {
    return CALL(WRITE_MMIO_64, WORD(handle), mmio_num, offset, value);
  }
  *(volatile uint64_t *)at = value;
  end(thread);
  return FPGA_OK;
}

EXPORT fpga_result fpgaWriteMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint32_t value) {
  struct boot_thread *thread = boot_thread();
  uint8_t *at = begin(thread, WORD(handle), mmio_num, offset, sizeof value);
  if (__builtin_expect(at == NULL, 0)) {
    return CALL(WRITE_MMIO_32, WORD(handle), mmio_num, offset, value);
  }
  *(volatile uint32_t *)at = value;
  end(thread);
  return FPGA_OK;
}

/* Always Java's: the driver knows how the device takes 64 bytes at once. */
EXPORT fpga_result fpgaWriteMMIO512(fpga_handle handle, uint32_t mmio_num, uint64_t offset, const void *value) {
  return CALL(WRITE_MMIO_512, WORD(handle), mmio_num, offset, WORD(value));
}
