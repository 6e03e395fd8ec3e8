/* Waits in the call that the second argument names, on the node that the first one does; prints how it ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <libcxl.h>
#include <string.h>

/* What an AFU of these tests does not return from. */
enum { STUCK = 8, READ = 16 };

int main(int count, char **arguments) {
  struct cxl_event event;
  uint64_t value;
  const char *call = count == 3 ? arguments[2] : "";
  struct cxl_afu_h *afu = cxl_afu_open_dev(arguments[1]);
  int is_attach = strcmp(call, "attach") == 0;
  int result = afu ? cxl_afu_attach(afu, is_attach ? STUCK : 0) : -1;
  if (result == 0 && !is_attach) {
    result = cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN);
    printf("attached %d\n", result);
    fflush(stdout);
    result = strcmp(call, "read") == 0 ? cxl_read_event(afu, &event) : cxl_mmio_read64(afu, READ, &value);
  }
  printf("%s: %d %s\n", call, result, strerrorname_np(errno));
  fflush(stdout);
  result = cxl_mmio_read64(afu, 0, &value);
  printf("afterwards: %d\n", result);
  cxl_afu_free(afu);
  return 0;
}
