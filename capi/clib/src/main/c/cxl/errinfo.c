/* Error buffers of AFUs. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <string.h>

enum { PAGE = 4096 };

/* A part of at most a page; its bytes, with the size of the whole, or -1 with errno. */
static ssize_t read_part(struct cxl_afu_h *afu, void *dst, off_t off, size_t len, uint64_t *size) {
  unsigned char request[sizeof(uint64_t) + sizeof(uint32_t) + NAME + 16];
  struct answer answer;
  uint64_t offset = (uint64_t)off;
  uint32_t length = len < PAGE ? (uint32_t)len : PAGE;
  memcpy(request, &offset, sizeof offset);
  memcpy(request + sizeof offset, &length, sizeof length);
  size_t head = sizeof offset + sizeof length;
  int path = snprintf((char *)request + head, sizeof request - head, "%s/afu_err_buff", afu->name);
  if (client_question(READ_ATTRIBUTE, request, (uint32_t)(head + (size_t)path), &answer) < 0) {
    return -1;
  }
  if (answer.length < sizeof *size || answer.length - sizeof *size > length) {
    return failed(EPROTO);
  }
  memcpy(size, answer.bytes, sizeof *size);
  memcpy(dst, answer.bytes + sizeof *size, answer.length - sizeof *size);
  return (ssize_t)(answer.length - sizeof *size);
}

PUBLIC int cxl_errinfo_size(struct cxl_afu_h *afu, size_t *valp) {
  uint64_t size;
  char none;
  if (!afu || !valp) {
    return fail(EINVAL);
  }
  if (read_part(afu, &none, 0, 0, &size) < 0) {
    return -1;
  }
  *valp = (size_t)size;
  return 0;
}

PUBLIC ssize_t cxl_errinfo_read(struct cxl_afu_h *afu, void *dst, off_t off, size_t len) {
  if (!afu || !dst || len == 0 || off < 0) {
    return fail(EINVAL);
  }
  size_t total = 0;
  while (total < len) {
    uint64_t size;
    ssize_t done = read_part(afu, (char *)dst + total, off + (off_t)total, len - total, &size);
    if (done < 0) {
      return total > 0 ? (ssize_t)total : -1;
    }
    if (done == 0) {
      break;
    }
    total += (size_t)done;
  }
  return (ssize_t)total;
}
