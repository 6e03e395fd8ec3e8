/* A program of libcxl that asks for all that cards and AFUs say, and prints it. */
#define _GNU_SOURCE
#include <errno.h>
#include <libcxl.h>
#include <stdlib.h>
#include <string.h>

static const char *error(int result) { return result < 0 ? strerrorname_np(errno) : "0"; }

#define GET(of, name)                               \
  do {                                              \
    long value = -1;                                \
    int result = cxl_get_##name(of, &value);        \
    printf(#name ": %s %ld\n", error(result), value); \
  } while (0)

#define TRY(call) printf(#call ": %s\n", error(call))

static void card(struct cxl_adapter_h *of) {
  long major = 0, minor = 0, value;
  enum cxl_image image = CXL_IMAGE_USER;
  GET(of, base_image);
  GET(of, psl_revision);
  GET(of, psl_timebase_synced);
  GET(of, tunneled_ops_supported);
  cxl_get_caia_version(of, &major, &minor);
  cxl_get_image_loaded(of, &image);
  printf("caia %ld.%ld image %d\n", major, minor, image);
  TRY(cxl_get_base_image(NULL, &value));
  TRY(cxl_get_base_image(of, NULL));
  TRY(cxl_get_caia_version(of, NULL, &minor));
  TRY(cxl_get_image_loaded(NULL, &image));
}

static void gets(struct cxl_afu_h *afu) {
  long value;
  enum cxl_prefault_mode prefault = CXL_PREFAULT_MODE_ALL;
  GET(afu, api_version);
  GET(afu, api_version_compatible);
  GET(afu, irqs_min);
  GET(afu, irqs_max);
  GET(afu, mmio_size);
  GET(afu, mode);
  GET(afu, modes_supported);
  GET(afu, pp_mmio_len);
  GET(afu, pp_mmio_off);
  TRY(cxl_get_prefault_mode(afu, &prefault));
  printf("prefault %d\n", prefault);
  printf("cr: %s", error(cxl_get_cr_vendor(afu, 0, &value)));
  printf(" %lx", value);
  cxl_get_cr_device(afu, 0, &value);
  printf(" %lx", value);
  cxl_get_cr_class(afu, 0, &value);
  printf(" %lx\n", value);
  TRY(cxl_get_cr_vendor(afu, 1, &value));
  TRY(cxl_get_cr_vendor(afu, -1, &value));
  TRY(cxl_get_cr_class(NULL, 0, &value));
  TRY(cxl_get_cr_class(afu, 0, NULL));
  TRY(cxl_get_irqs_max(NULL, &value));
  TRY(cxl_get_mode(afu, NULL));
  TRY(cxl_get_prefault_mode(afu, NULL));
  TRY(cxl_get_pp_mmio_len(NULL, &value));
}

static void sets(struct cxl_afu_h *afu) {
  TRY(cxl_set_irqs_max(afu, 5));
  GET(afu, irqs_max);
  TRY(cxl_set_irqs_max(afu, 0));
  TRY(cxl_set_irqs_max(afu, 99999));
  TRY(cxl_set_irqs_max(NULL, 5));
  TRY(cxl_set_prefault_mode(afu, CXL_PREFAULT_MODE_WED));
  TRY(cxl_set_prefault_mode(afu, (enum cxl_prefault_mode)3));
  TRY(cxl_set_mode(afu, CXL_MODE_TIME_SLICED));
  TRY(cxl_set_mode(NULL, CXL_MODE_DEDICATED));
  struct cxl_afu_h *opened = cxl_afu_open_h(afu, CXL_VIEW_SLAVE);
  TRY(cxl_set_mode(afu, CXL_MODE_DEDICATED));
  cxl_afu_free(opened);
  TRY(cxl_set_mode(afu, CXL_MODE_DEDICATED));
  GET(afu, mode);
  GET(afu, pp_mmio_len);
}

static void errors(struct cxl_afu_h *afu, struct cxl_afu_h *other) {
  size_t size = 0;
  unsigned char bytes[9000];
  TRY(cxl_errinfo_size(afu, &size));
  printf("size %zu\n", size);
  ssize_t read = cxl_errinfo_read(afu, bytes, 4090, 20);
  printf("read %zd: %d %d\n", read, bytes[4], bytes[13]);
  read = cxl_errinfo_read(afu, bytes, 0, sizeof bytes);
  printf("all %zd: %d %d\n", read, bytes[15], bytes[8191]);
  printf("behind %zd\n", cxl_errinfo_read(afu, bytes, 8192, 1));
  TRY(cxl_errinfo_read(afu, bytes, -1, 1));
  TRY(cxl_errinfo_read(afu, NULL, 0, 1));
  TRY(cxl_errinfo_read(NULL, bytes, 0, 1));
  TRY(cxl_errinfo_size(afu, NULL));
  TRY(cxl_errinfo_size(other, &size));
  TRY(cxl_errinfo_read(other, bytes, 0, 1));
}

/* The registers of an AFU that failed are gone; what it has written about it is not. */
static void failed(struct cxl_afu_h *afu) {
  unsigned char bytes[16];
  struct cxl_afu_h *opened = cxl_afu_open_h(afu, CXL_VIEW_DEDICATED);
  TRY(cxl_afu_attach(opened, 0));
  TRY(cxl_mmio_map(opened, CXL_MMIO_BIG_ENDIAN));
  TRY(cxl_mmio_write64(opened, 8, 1));
  TRY(cxl_mmio_write64(opened, 8, 1));
  ssize_t read = cxl_errinfo_read(opened, bytes, 0, 16);
  printf("after the failure %zd: %d\n", read, bytes[15]);
  cxl_afu_free(opened);
}

static void place(struct cxl_afu_h *afu) {
  char *path = NULL, vendor[4096], text[16] = "nothing";
  TRY(cxl_afu_sysfs_pci(afu, NULL));
  TRY(cxl_afu_sysfs_pci(afu, &path));
  snprintf(vendor, sizeof vendor, "%s/vendor", path);
  FILE *file = fopen(vendor, "r");
  if (file) {
    fgets(text, sizeof text, file);
    fclose(file);
  }
  printf("vendor %s\n", strtok(text, "\n"));
  free(path);
}

int main(void) {
  struct cxl_adapter_h *adapter = cxl_adapter_next(NULL);
  struct cxl_afu_h *afu = cxl_adapter_afu_next(adapter, NULL), *other;
  cxl_for_each_afu(other) {
    if (strcmp(cxl_afu_dev_name(other), "afu0.1") == 0) {
      break;
    }
  }
  card(adapter);
  gets(afu);
  sets(afu);
  errors(afu, other);
  failed(afu);
  place(afu);
  return 0;
}
