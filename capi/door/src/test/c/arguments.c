/* Every function of libcxl with arguments that it cannot take. What is not refused as it should be is printed, and how many were tried. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libcxl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static int tried;
static __u64 word;
static long value;
static struct cxl_afu_h *afu, *opened;

static void told(const char *call, long result, int expected) {
  printf("%s: %ld, %s and not %s\n", call, result, strerrorname_np(errno), strerrorname_np(expected));
}

#define REFUSED(call, error)                 \
  do {                                       \
    errno = 0;                               \
    long result_ = (long)(call);             \
    tried++;                                 \
    if (result_ != -1 || errno != (error)) { \
      told(#call, result_, error);           \
    }                                        \
  } while (0)

#define NOTHING(call, error)                \
  do {                                      \
    errno = 0;                              \
    const void *result_ = (call);           \
    tried++;                                \
    if (result_ || errno != (error)) {      \
      told(#call, result_ != NULL, error);  \
    }                                       \
  } while (0)

#define DONE(call)                   \
  do {                               \
    errno = 0;                       \
    long result_ = (long)(call);     \
    tried++;                         \
    if (result_ != 0) {              \
      told(#call, result_, 0);       \
    }                                \
  } while (0)

static void numbers(void) {
  long other;
  enum cxl_prefault_mode mode;
  enum cxl_image image;
  struct cxl_adapter_h *card = cxl_adapter_next(NULL);
  typedef int getter(struct cxl_afu_h *, long *);
  getter *const getters[] = {cxl_get_api_version, cxl_get_api_version_compatible, cxl_get_irqs_max, cxl_get_irqs_min, cxl_get_mmio_size,
                             cxl_get_mode, cxl_get_modes_supported, cxl_get_pp_mmio_len, cxl_get_pp_mmio_off};
  for (size_t i = 0; i < sizeof getters / sizeof *getters; i++) {
    REFUSED(getters[i](NULL, &value), EINVAL);
    REFUSED(getters[i](afu, NULL), EINVAL);
    DONE(getters[i](afu, &value));
  }
  typedef int record(struct cxl_afu_h *, long, long *);
  record *const records[] = {cxl_get_cr_class, cxl_get_cr_device, cxl_get_cr_vendor};
  for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
    REFUSED(records[i](NULL, 0, &value), EINVAL);
    REFUSED(records[i](afu, 0, NULL), EINVAL);
    REFUSED(records[i](afu, -1, &value), ENODEV);
    REFUSED(records[i](afu, 99, &value), ENODEV);
    REFUSED(records[i](afu, LONG_MAX, &value), ENODEV);
  }
  typedef int of_card(struct cxl_adapter_h *, long *);
  of_card *const of_cards[] = {cxl_get_base_image, cxl_get_psl_revision, cxl_get_psl_timebase_synced, cxl_get_tunneled_ops_supported};
  for (size_t i = 0; i < sizeof of_cards / sizeof *of_cards; i++) {
    REFUSED(of_cards[i](NULL, &value), EINVAL);
    REFUSED(of_cards[i](card, NULL), EINVAL);
    DONE(of_cards[i](card, &value));
  }
  REFUSED(cxl_get_caia_version(NULL, &value, &other), EINVAL);
  REFUSED(cxl_get_caia_version(card, NULL, &other), EINVAL);
  REFUSED(cxl_get_caia_version(card, &value, NULL), EINVAL);
  REFUSED(cxl_get_image_loaded(NULL, &image), EINVAL);
  REFUSED(cxl_get_image_loaded(card, NULL), EINVAL);
  REFUSED(cxl_get_prefault_mode(NULL, &mode), EINVAL);
  REFUSED(cxl_get_prefault_mode(afu, NULL), EINVAL);
  REFUSED(cxl_set_prefault_mode(NULL, CXL_PREFAULT_MODE_NONE), EINVAL);
  REFUSED(cxl_set_prefault_mode(afu, (enum cxl_prefault_mode)-1), EINVAL);
  REFUSED(cxl_set_prefault_mode(afu, (enum cxl_prefault_mode)3), EINVAL);
  REFUSED(cxl_set_mode(NULL, CXL_MODE_DIRECTED), EINVAL);
  REFUSED(cxl_set_mode(afu, 0), EINVAL);
  REFUSED(cxl_set_mode(afu, -1), EINVAL);
  REFUSED(cxl_set_mode(afu, CXL_MODE_TIME_SLICED), EINVAL);
  REFUSED(cxl_set_mode(afu, LONG_MAX), EINVAL);
  REFUSED(cxl_set_irqs_max(NULL, 4), EINVAL);
  REFUSED(cxl_set_irqs_max(afu, -1), EINVAL);
  REFUSED(cxl_set_irqs_max(afu, LONG_MIN), EINVAL);
  REFUSED(cxl_set_irqs_max(afu, LONG_MAX), EINVAL);
  NOTHING(cxl_adapter_dev_name(NULL), EINVAL);
  NOTHING(cxl_afu_dev_name(NULL), EINVAL);
  NOTHING(cxl_adapter_afu_next(NULL, NULL), EINVAL);
  cxl_adapter_free(card);
  cxl_adapter_free(NULL);
}

static void nodes(void) {
  static const char *const none[] = {"", "/", "/dev/cxl", "/dev/cxl/", "/dev/null", "/dev/cxl/card0", "/dev/cxl/afu0.0x", "/dev/cxl/afu-1.0s",
                                     "/dev/cxl/afu0.99s", "/dev/cxl/../cxl/afu0.0s", "/dev/cxl/afu0.0s ", "/dev/cxl/afu%n%s", "afu0.0s"};
  char *path;
  NOTHING(cxl_afu_open_dev(NULL), EINVAL);
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    NOTHING(cxl_afu_open_dev((char *)none[i]), ENODEV);
  }
  char *endless = malloc(1 << 20);
  memset(endless, 'a', 1 << 20);
  endless[(1 << 20) - 1] = 0;
  NOTHING(cxl_afu_open_dev(endless), ENODEV);
  memcpy(endless, "/dev/cxl/", 9);
  NOTHING(cxl_afu_open_dev(endless), ENODEV);
  free(endless);
  NOTHING(cxl_afu_open_h(NULL, CXL_VIEW_SLAVE), EINVAL);
  NOTHING(cxl_afu_open_h(afu, (enum cxl_views)3), ENODEV);
  NOTHING(cxl_afu_open_h(afu, (enum cxl_views)-1), ENODEV);
  NOTHING(cxl_afu_fd_to_h(-1), ENODEV);
  NOTHING(cxl_afu_fd_to_h(0), ENODEV);
  NOTHING(cxl_afu_fd_to_h(INT_MAX), ENODEV);
  REFUSED(cxl_afu_opened(NULL), EINVAL);
  REFUSED(cxl_afu_get_process_element(NULL), EINVAL);
  REFUSED(cxl_afu_get_process_element(afu), EINVAL);
  REFUSED(cxl_afu_fd(NULL), EINVAL);
  REFUSED(cxl_afu_fd(afu), EINVAL);
  REFUSED(cxl_afu_sysfs_pci(NULL, &path), EINVAL);
  REFUSED(cxl_afu_sysfs_pci(afu, NULL), EINVAL);
  cxl_afu_free(NULL);
}

static void *wait_elsewhere(void *unused) {
  (void)unused;
  word = 1;
  REFUSED(cxl_afu_host_thread_wait(opened, &word), EPERM);
  return NULL;
}

static void work(void) {
  struct cxl_ioctl_start_work *work = cxl_work_alloc();
  __s16 interrupts;
  __u16 thread;
  pthread_t other;
  REFUSED(cxl_work_free(NULL), EINVAL);
  REFUSED(cxl_work_get_amr(NULL, &word), EINVAL);
  REFUSED(cxl_work_get_amr(work, NULL), EINVAL);
  REFUSED(cxl_work_get_wed(NULL, &word), EINVAL);
  REFUSED(cxl_work_get_wed(work, NULL), EINVAL);
  REFUSED(cxl_work_get_num_irqs(NULL, &interrupts), EINVAL);
  REFUSED(cxl_work_get_num_irqs(work, NULL), EINVAL);
  REFUSED(cxl_work_get_tid(NULL, &thread), EINVAL);
  REFUSED(cxl_work_get_tid(work, NULL), EINVAL);
  REFUSED(cxl_work_set_amr(NULL, 1), EINVAL);
  REFUSED(cxl_work_set_wed(NULL, 1), EINVAL);
  REFUSED(cxl_work_set_num_irqs(NULL, 1), EINVAL);
  REFUSED(cxl_work_enable_wait(NULL), EINVAL);
  REFUSED(cxl_work_disable_wait(NULL), EINVAL);
  REFUSED(cxl_afu_attach(NULL, 0), EINVAL);
  REFUSED(cxl_afu_attach(afu, 0), EINVAL);
  REFUSED(cxl_afu_attach_full(NULL, 0, 4, 0), EINVAL);
  REFUSED(cxl_afu_attach_full(opened, 0, 0, 0), EINVAL);
  REFUSED(cxl_afu_attach_full(opened, 0, 2041, 0), EINVAL);
  REFUSED(cxl_afu_attach_full(opened, 0, 0xffff, 0), EINVAL);
  REFUSED(cxl_afu_attach_work(NULL, work), EINVAL);
  REFUSED(cxl_afu_attach_work(opened, NULL), EINVAL);
  REFUSED(cxl_afu_attach_work(opened, (void *)8), EFAULT);
  REFUSED(cxl_afu_attach_work(opened, (void *)-64), EFAULT);
  char *half = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(half + PAGE, PAGE);
  REFUSED(cxl_afu_attach_work(opened, (void *)(half + PAGE - sizeof *work / 2)), EFAULT);
  for (int bit = 4; bit < 64; bit++) {
    work->flags = 1ull << bit;
    REFUSED(cxl_afu_attach_work(opened, work), EINVAL);
  }
  work->flags = CXL_START_WORK_NUM_IRQS;
  work->num_interrupts = SHRT_MIN;
  REFUSED(cxl_afu_attach_work(opened, work), EINVAL);
  for (size_t at = 28; at < sizeof *work; at++) {
    memset(work, 0, sizeof *work);
    ((char *)work)[at] = 1;
    REFUSED(cxl_afu_attach_work(opened, work), EINVAL);
  }
  REFUSED(cxl_afu_host_thread_wait(opened, &word), EINVAL);
  DONE(cxl_afu_attach(opened, 0));
  REFUSED(cxl_afu_attach(opened, 0), EIO);
  REFUSED(cxl_afu_attach_full(opened, 0, 4, 0), EIO);
  REFUSED(cxl_afu_host_thread_wait(NULL, &word), EINVAL);
  REFUSED(cxl_afu_host_thread_wait(opened, NULL), EINVAL);
  pthread_create(&other, NULL, wait_elsewhere, NULL);
  pthread_join(other, NULL);
  DONE(cxl_afu_host_thread_wait(opened, &word));
  DONE(cxl_work_free(work));
}

static void registers(void) {
  uint32_t half;
  uint64_t whole;
  void *pointer;
  REFUSED(cxl_mmio_map(NULL, CXL_MMIO_BIG_ENDIAN), EINVAL);
  REFUSED(cxl_mmio_map(afu, CXL_MMIO_BIG_ENDIAN), ENODEV);
  for (int bit = 2; bit < 32; bit++) {
    REFUSED(cxl_mmio_map(opened, 1u << bit | CXL_MMIO_BIG_ENDIAN), ENODEV);
  }
  REFUSED(cxl_mmio_read64(opened, 0, &whole), EINVAL);
  REFUSED(cxl_mmio_unmap(opened), EINVAL);
  REFUSED(cxl_mmio_ptr(opened, &pointer), EINVAL);
  DONE(cxl_mmio_map(opened, CXL_MMIO_BIG_ENDIAN));
  DONE(cxl_get_mmio_size(opened, &value));
  const uint64_t size = (uint64_t)value;
  const uint64_t wrong[] = {size, size + 8, size << 20, 1ull << 31, 1ull << 32, 1ull << 63, UINT64_MAX - 7, UINT64_MAX - 3};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    REFUSED(cxl_mmio_read64(opened, wrong[i], &whole), EINVAL);
    REFUSED(cxl_mmio_write64(opened, wrong[i], 0), EINVAL);
    REFUSED(cxl_mmio_read32(opened, wrong[i], &half), EINVAL);
    REFUSED(cxl_mmio_write32(opened, wrong[i], 0), EINVAL);
  }
  for (uint64_t at = 1; at < 8; at++) {
    REFUSED(cxl_mmio_read64(opened, at, &whole), EINVAL);
    REFUSED(cxl_mmio_write64(opened, at, 0), EINVAL);
    if (at % 4 != 0) {
      REFUSED(cxl_mmio_read32(opened, at, &half), EINVAL);
      REFUSED(cxl_mmio_write32(opened, at, 0), EINVAL);
    }
  }
  DONE(cxl_mmio_read64(opened, size - 8, &whole));
  DONE(cxl_mmio_read32(opened, size - 4, &half));
  REFUSED(cxl_mmio_read64(NULL, 0, &whole), EINVAL);
  REFUSED(cxl_mmio_read64(opened, 0, NULL), EINVAL);
  REFUSED(cxl_mmio_write64(NULL, 0, 0), EINVAL);
  REFUSED(cxl_mmio_read32(NULL, 0, &half), EINVAL);
  REFUSED(cxl_mmio_read32(opened, 0, NULL), EINVAL);
  REFUSED(cxl_mmio_write32(NULL, 0, 0), EINVAL);
  REFUSED(cxl_mmio_ptr(NULL, &pointer), EINVAL);
  REFUSED(cxl_mmio_ptr(opened, NULL), EINVAL);
  DONE(cxl_mmio_unmap(opened));
  REFUSED(cxl_mmio_unmap(opened), EINVAL);
  REFUSED(cxl_mmio_unmap(NULL), EINVAL);
  REFUSED(cxl_mmio_write64(opened, 0, 0), EINVAL);
  size_t bytes;
  REFUSED(cxl_errinfo_size(NULL, &bytes), EINVAL);
  REFUSED(cxl_errinfo_size(opened, NULL), EINVAL);
  REFUSED(cxl_errinfo_read(NULL, &bytes, 0, sizeof bytes), EINVAL);
  REFUSED(cxl_errinfo_read(opened, NULL, 0, sizeof bytes), EINVAL);
}

static void events(void) {
  struct cxl_event event;
  FILE *sink = fopen("/dev/null", "w");
  REFUSED(cxl_event_pending(NULL), EINVAL);
  REFUSED(cxl_event_pending(afu), EINVAL);
  REFUSED(cxl_read_event(NULL, &event), EINVAL);
  REFUSED(cxl_read_event(opened, NULL), EINVAL);
  REFUSED(cxl_read_event(afu, &event), EINVAL);
  REFUSED(cxl_fprint_event(sink, &event), ENODATA);
  REFUSED(cxl_read_expected_event(NULL, &event, CXL_EVENT_AFU_INTERRUPT, 0), EINVAL);
  REFUSED(cxl_read_expected_event(opened, NULL, CXL_EVENT_AFU_INTERRUPT, 0), EINVAL);
  REFUSED(cxl_fprint_event(NULL, &event), EINVAL);
  REFUSED(cxl_fprint_event(sink, NULL), EINVAL);
  REFUSED(cxl_fprint_unknown_event(NULL, &event), EINVAL);
  REFUSED(cxl_fprint_unknown_event(sink, NULL), EINVAL);
  event.header.type = 77;
  event.header.size = USHRT_MAX;
  tried++;
  if (cxl_fprint_event(sink, &event) < 0) {
    printf("an event of another type is not printed\n");
  }
  fcntl(cxl_afu_fd(opened), F_SETFL, O_NONBLOCK);
  REFUSED(cxl_read_event(opened, &event), EAGAIN);
  fclose(sink);
}

int main(void) {
  afu = cxl_afu_next(NULL);
  opened = cxl_afu_open_dev("/dev/cxl/afu0.0s");
  if (!afu || !opened) {
    perror("open");
    return 1;
  }
  numbers();
  nodes();
  REFUSED(cxl_mmio_map(opened, CXL_MMIO_BIG_ENDIAN), EIO);
  work();
  registers();
  events();
  cxl_afu_free(opened);
  cxl_afu_free(afu);
  printf("%d calls\n", tried);
  return 0;
}
