/*
 * libcxl on the coherent cards of a Backplane server: names, types and numbers are those of IBM's library, so that programs written for
 * it compile and run unchanged. Functions answer 0, or -1 with errno, unless said otherwise; what is NULL and must not be is EINVAL.
 */
#ifndef _LIBCXL_H
#define _LIBCXL_H
#include <misc/cxl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CXL_KERNEL_API_VERSION 1
#define CXL_SYSFS_CLASS "/sys/class/cxl"
#define CXL_DEV_DIR "/dev/cxl"

struct cxl_adapter_h;
struct cxl_afu_h;

/* Cards and AFUs: NULL begins, the one before is freed, and NULL is the end. */
struct cxl_adapter_h *cxl_adapter_next(struct cxl_adapter_h *adapter);
char *cxl_adapter_dev_name(struct cxl_adapter_h *adapter);
void cxl_adapter_free(struct cxl_adapter_h *adapter);
struct cxl_afu_h *cxl_adapter_afu_next(struct cxl_adapter_h *adapter, struct cxl_afu_h *afu);
struct cxl_afu_h *cxl_afu_next(struct cxl_afu_h *afu);
char *cxl_afu_dev_name(struct cxl_afu_h *afu);
#define cxl_for_each_adapter(adapter) for (adapter = cxl_adapter_next(NULL); adapter; adapter = cxl_adapter_next(adapter))
#define cxl_for_each_adapter_afu(adapter, afu) \
  for (afu = cxl_adapter_afu_next(adapter, NULL); afu; afu = cxl_adapter_afu_next(adapter, afu))
#define cxl_for_each_afu(afu) for (afu = cxl_afu_next(NULL); afu; afu = cxl_afu_next(afu))

/* Contexts. */
enum cxl_views { CXL_VIEW_DEDICATED = 0, CXL_VIEW_MASTER, CXL_VIEW_SLAVE };
struct cxl_afu_h *cxl_afu_open_dev(char *path);
struct cxl_afu_h *cxl_afu_open_h(struct cxl_afu_h *afu, enum cxl_views view);
struct cxl_afu_h *cxl_afu_fd_to_h(int fd);
void cxl_afu_free(struct cxl_afu_h *afu);
int cxl_afu_opened(struct cxl_afu_h *afu);

/* Work. */
struct cxl_ioctl_start_work *cxl_work_alloc(void);
int cxl_work_free(struct cxl_ioctl_start_work *work);
int cxl_work_get_amr(struct cxl_ioctl_start_work *work, __u64 *valp);
int cxl_work_get_num_irqs(struct cxl_ioctl_start_work *work, __s16 *valp);
int cxl_work_get_wed(struct cxl_ioctl_start_work *work, __u64 *valp);
int cxl_work_get_tid(struct cxl_ioctl_start_work *work, __u16 *valp);
int cxl_work_set_amr(struct cxl_ioctl_start_work *work, __u64 amr);
int cxl_work_set_num_irqs(struct cxl_ioctl_start_work *work, __s16 num_irqs);
int cxl_work_set_wed(struct cxl_ioctl_start_work *work, __u64 wed);
int cxl_work_enable_wait(struct cxl_ioctl_start_work *work);
int cxl_work_disable_wait(struct cxl_ioctl_start_work *work);
int cxl_afu_attach(struct cxl_afu_h *afu, __u64 wed);
int cxl_afu_attach_work(struct cxl_afu_h *afu, struct cxl_ioctl_start_work *work);
int cxl_afu_attach_full(struct cxl_afu_h *afu, __u64 wed, __u16 num_interrupts, __u64 amr);
int cxl_afu_host_thread_wait(struct cxl_afu_h *afu, volatile __u64 *uword);

/* The number of the context; the descriptor, which is for select and poll alone; the path of the PCI device, which there is none of. */
int cxl_afu_get_process_element(struct cxl_afu_h *afu);
int cxl_afu_fd(struct cxl_afu_h *afu);
int cxl_afu_sysfs_pci(struct cxl_afu_h *afu, char **pathp);

/* Attributes. */
#define CXL_MODE_TIME_SLICED 0x4
enum cxl_prefault_mode { CXL_PREFAULT_MODE_NONE = 0, CXL_PREFAULT_MODE_WED, CXL_PREFAULT_MODE_ALL };
enum cxl_image { CXL_IMAGE_FACTORY = 0, CXL_IMAGE_USER };
int cxl_get_api_version(struct cxl_afu_h *afu, long *valp);
int cxl_get_api_version_compatible(struct cxl_afu_h *afu, long *valp);
int cxl_get_cr_class(struct cxl_afu_h *afu, long cr_num, long *valp);
int cxl_get_cr_device(struct cxl_afu_h *afu, long cr_num, long *valp);
int cxl_get_cr_vendor(struct cxl_afu_h *afu, long cr_num, long *valp);
int cxl_get_irqs_max(struct cxl_afu_h *afu, long *valp);
int cxl_set_irqs_max(struct cxl_afu_h *afu, long value);
int cxl_get_irqs_min(struct cxl_afu_h *afu, long *valp);
int cxl_get_mmio_size(struct cxl_afu_h *afu, long *valp);
int cxl_get_mode(struct cxl_afu_h *afu, long *valp);
int cxl_set_mode(struct cxl_afu_h *afu, long value);
int cxl_get_modes_supported(struct cxl_afu_h *afu, long *valp);
int cxl_get_prefault_mode(struct cxl_afu_h *afu, enum cxl_prefault_mode *valp);
int cxl_set_prefault_mode(struct cxl_afu_h *afu, enum cxl_prefault_mode value);
int cxl_get_pp_mmio_len(struct cxl_afu_h *afu, long *valp);
int cxl_get_pp_mmio_off(struct cxl_afu_h *afu, long *valp);
int cxl_get_base_image(struct cxl_adapter_h *adapter, long *valp);
int cxl_get_caia_version(struct cxl_adapter_h *adapter, long *majorp, long *minorp);
int cxl_get_image_loaded(struct cxl_adapter_h *adapter, enum cxl_image *valp);
int cxl_get_psl_revision(struct cxl_adapter_h *adapter, long *valp);
int cxl_get_psl_timebase_synced(struct cxl_adapter_h *adapter, long *valp);
int cxl_get_tunneled_ops_supported(struct cxl_adapter_h *adapter, long *valp);

/* Events. */
int cxl_event_pending(struct cxl_afu_h *afu);
int cxl_read_event(struct cxl_afu_h *afu, struct cxl_event *event);
int cxl_read_expected_event(struct cxl_afu_h *afu, struct cxl_event *event, __u32 type, __u16 irq);
int cxl_fprint_event(FILE *stream, struct cxl_event *event);
int cxl_fprint_unknown_event(FILE *stream, struct cxl_event *event);

/* Registers. They are reached by these functions alone: cxl_mmio_ptr is refused, for nobody would see what is read through a pointer. */
#define CXL_MMIO_BIG_ENDIAN 0x1
#define CXL_MMIO_LITTLE_ENDIAN 0x2
#define CXL_MMIO_HOST_ENDIAN 0x3
#define CXL_MMIO_ENDIAN_MASK 0x3
#define CXL_MMIO_FLAGS 0x3
int cxl_mmio_map(struct cxl_afu_h *afu, __u32 flags);
int cxl_mmio_unmap(struct cxl_afu_h *afu);
int cxl_mmio_ptr(struct cxl_afu_h *afu, void **mmio_ptrp);
int cxl_mmio_write64(struct cxl_afu_h *afu, uint64_t offset, uint64_t data);
int cxl_mmio_read64(struct cxl_afu_h *afu, uint64_t offset, uint64_t *data);
int cxl_mmio_write32(struct cxl_afu_h *afu, uint64_t offset, uint32_t data);
int cxl_mmio_read32(struct cxl_afu_h *afu, uint64_t offset, uint32_t *data);
int cxl_mmio_install_sigbus_handler(void);
int cxl_errinfo_size(struct cxl_afu_h *afu, size_t *valp);
ssize_t cxl_errinfo_read(struct cxl_afu_h *afu, void *dst, off_t off, size_t len);

#ifdef __cplusplus
}
#endif
#endif
