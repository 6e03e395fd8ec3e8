/* Registers. A failed access is -1 with EIO, whether or not a handler of SIGBUS is installed: it is known here, and not guessed from
 * a value of all ones, which a register may have. */
#define _GNU_SOURCE
#include "client.h"
#include <byteswap.h>
#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* How many bytes of registers a context has; servers of before do not tell with the first question. */
static int ask_size(struct cxl_afu_h *afu, uint64_t *size) {
  long number;
  if (client_map(afu->context, size) == 0) {
    return 0;
  }
  if (errno != ENOTSUP || cxl_get_mmio_size(afu, &number) < 0) {
    return -1;
  }
  *size = number > 0 ? (uint64_t)number : 0;
  return 0;
}

PUBLIC int cxl_mmio_map(struct cxl_afu_h *afu, __u32 flags) {
  uint64_t size;
  if (!afu) {
    return fail(EINVAL);
  }
  if (!afu->context || flags & ~CXL_MMIO_FLAGS || !(flags & CXL_MMIO_ENDIAN_MASK)) {
    return fail(ENODEV);
  }
  if (!afu->attached) {
    return fail(EIO);
  }
  if (ask_size(afu, &size) < 0) {
    return -1;
  }
  if (size == 0) {
    return fail(EINVAL);
  }
  afu->mmio_size = size;
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

static int access_register(struct cxl_afu_h *afu, bool is_write, uint64_t offset, uint32_t width, uint64_t *value) {
  if (!afu || !afu->mmio_flags || offset & (width - 1) || offset >= afu->mmio_size) {
    return fail(EINVAL);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (client_access(afu->context, is_write, offset, width, value) < 0) {
    return errno == EINVAL ? -1 : fail(EIO);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return 0;
}

PUBLIC int cxl_mmio_write64(struct cxl_afu_h *afu, uint64_t offset, uint64_t data) {
  uint64_t value = afu && is_swapped(afu) ? bswap_64(data) : data;
  return access_register(afu, true, offset, sizeof data, &value);
}

PUBLIC int cxl_mmio_read64(struct cxl_afu_h *afu, uint64_t offset, uint64_t *data) {
  uint64_t value = 0;
  if (!data || access_register(afu, false, offset, sizeof *data, &value) < 0) {
    return data ? -1 : fail(EINVAL);
  }
  *data = is_swapped(afu) ? bswap_64(value) : value;
  return 0;
}

PUBLIC int cxl_mmio_write32(struct cxl_afu_h *afu, uint64_t offset, uint32_t data) {
  uint64_t value = afu && is_swapped(afu) ? bswap_32(data) : data;
  return access_register(afu, true, offset, sizeof data, &value);
}

PUBLIC int cxl_mmio_read32(struct cxl_afu_h *afu, uint64_t offset, uint32_t *data) {
  uint64_t value = 0;
  if (!data || access_register(afu, false, offset, sizeof *data, &value) < 0) {
    return data ? -1 : fail(EINVAL);
  }
  *data = is_swapped(afu) ? bswap_32((uint32_t)value) : (uint32_t)value;
  return 0;
}

PUBLIC int cxl_mmio_install_sigbus_handler(void) { return 0; }
