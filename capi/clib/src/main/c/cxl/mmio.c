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
  uint64_t size;
  if (!afu) {
    return fail(EINVAL);
  }
  if (!afu->context || flags & ~CXL_MMIO_FLAGS) {
    return refuse(ENODEV, afu->context ? "the flags 0x%x are not known" : "the AFU is not opened (flags 0x%x)", flags);
  }
  if (!afu->context->attached) {
    return refuse(EIO, "the context is not attached yet");
  }
  if (client_map(afu->context, &size) < 0) {
    return -1;
  }
  if (size == 0) {
    return refuse(EINVAL, "the AFU has no registers");
  }
  afu->mmio_size = size;
  afu->mmio_flags = flags;
  afu->is_mapped = true;
  return 0;
}

PUBLIC int cxl_mmio_unmap(struct cxl_afu_h *afu) {
  if (!afu || !afu->is_mapped) {
    return fail(EINVAL);
  }
  afu->is_mapped = false;
  client_close_window(afu->window);
  afu->window = NULL;
  return 0;
}

PUBLIC int cxl_mmio_ptr(struct cxl_afu_h *afu, void **mmio_ptrp) {
  if (!afu || !afu->is_mapped || !mmio_ptrp) {
    return fail(EINVAL);
  }
  if (!afu->window && !(afu->window = client_window(afu->context, afu->mmio_size))) {
    return -1;
  }
  *mmio_ptrp = afu->window;
  return 0;
}

/* Whether what an AFU has, which is big-endian, is swapped on its way. Without a byte order it comes as it lies there, as for the host's. */
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
  if (!afu || !afu->is_mapped) {
    return refuse(EINVAL, "registers are not mapped");
  }
  if (offset & (width - 1) || offset >= afu->mmio_size) {
    return refuse(EINVAL, "there is no register of %u bytes at 0x%llx, in 0x%llx bytes", width, (unsigned long long)offset,
                  (unsigned long long)afu->mmio_size);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (client_access(afu->context, is_write, offset, width, value) < 0) {
    return errno == EINVAL ? -1 : failed(EIO);
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
