/* Registers. A failed access is -1 with EIO, whether or not a handler of SIGBUS is installed: it is known here, and not guessed from
 * a value of all ones, which a register may have. */
#define _GNU_SOURCE
#include "client.h"
#include <byteswap.h>
#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

PUBLIC int cxl_mmio_map(struct cxl_afu_h *afu, __u32 flags) {
  long size;
  if (!afu) {
    return fail(EINVAL);
  }
  if (!afu->context || flags & ~CXL_MMIO_FLAGS || !(flags & CXL_MMIO_ENDIAN_MASK)) {
    return fail(ENODEV);
  }
  if (!afu->attached) {
    return fail(EIO);
  }
  if (cxl_get_mmio_size(afu, &size) < 0) {
    return -1;
  }
  if (size <= 0) {
    return fail(EINVAL);
  }
  afu->mmio_size = (uint64_t)size;
  afu->mmio_flags = flags;
  return 0;
}

PUBLIC int cxl_mmio_unmap(struct cxl_afu_h *afu) {
  if (!afu || !afu->mmio_flags) {
    return fail(EINVAL);
  }
  afu->mmio_flags = 0;
  return 0;
}

PUBLIC int cxl_mmio_ptr(struct cxl_afu_h *afu, void **mmio_ptrp) {
  return !afu || !afu->mmio_flags || !mmio_ptrp ? fail(EINVAL) : fail(ENOTSUP);
}

/* Whether what an AFU has, which is big-endian, is swapped on its way. */
static bool is_swapped(const struct cxl_afu_h *afu) {
  switch (afu->mmio_flags & CXL_MMIO_ENDIAN_MASK) {
    case CXL_MMIO_BIG_ENDIAN:
      return false;
    case CXL_MMIO_LITTLE_ENDIAN:
      return true;
    default:
      return BYTE_ORDER == LITTLE_ENDIAN;
  }
}

struct access {
  uint64_t offset;
  uint32_t width;
  unsigned char value[sizeof(uint64_t)];
} __attribute__((packed));

static int access_register(struct cxl_afu_h *afu, enum operation operation, uint64_t offset, uint32_t width, uint64_t *value) {
  struct access access = {.offset = offset, .width = width};
  struct answer answer;
  if (!afu || !value || !afu->mmio_flags || offset & (width - 1) || offset >= afu->mmio_size) {
    return fail(EINVAL);
  }
  memcpy(access.value, value, sizeof *value);
  uint32_t length = operation == READ_REGISTER ? offsetof(struct access, value) : sizeof access;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (client_ask_context(afu->context, operation, &access, length, &answer) < 0) {
    return errno == EINVAL ? -1 : fail(EIO);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (operation == READ_REGISTER) {
    if (answer.length != sizeof *value) {
      return fail(EIO);
    }
    memcpy(value, answer.bytes, sizeof *value);
  }
  return 0;
}

PUBLIC int cxl_mmio_write64(struct cxl_afu_h *afu, uint64_t offset, uint64_t data) {
  uint64_t value = afu && is_swapped(afu) ? bswap_64(data) : data;
  return access_register(afu, WRITE_REGISTER, offset, sizeof data, &value);
}

PUBLIC int cxl_mmio_read64(struct cxl_afu_h *afu, uint64_t offset, uint64_t *data) {
  uint64_t value = 0;
  if (!data || access_register(afu, READ_REGISTER, offset, sizeof *data, &value) < 0) {
    return data ? -1 : fail(EINVAL);
  }
  *data = is_swapped(afu) ? bswap_64(value) : value;
  return 0;
}

PUBLIC int cxl_mmio_write32(struct cxl_afu_h *afu, uint64_t offset, uint32_t data) {
  uint64_t value = afu && is_swapped(afu) ? bswap_32(data) : data;
  return access_register(afu, WRITE_REGISTER, offset, sizeof data, &value);
}

PUBLIC int cxl_mmio_read32(struct cxl_afu_h *afu, uint64_t offset, uint32_t *data) {
  uint64_t value = 0;
  if (!data || access_register(afu, READ_REGISTER, offset, sizeof *data, &value) < 0) {
    return data ? -1 : fail(EINVAL);
  }
  *data = is_swapped(afu) ? bswap_32((uint32_t)value) : (uint32_t)value;
  return 0;
}

PUBLIC int cxl_mmio_install_sigbus_handler(void) { return 0; }
