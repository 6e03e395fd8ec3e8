/* Work, and how it is started. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 10 };

PUBLIC struct cxl_ioctl_start_work *cxl_work_alloc(void) { return calloc(1, sizeof(struct cxl_ioctl_start_work)); }

PUBLIC int cxl_work_free(struct cxl_ioctl_start_work *work) {
  if (!work) {
    return fail(EINVAL);
  }
  free(work);
  return 0;
}

#define GETTER(name, type, field)                                                \
  PUBLIC int cxl_work_get_##name(struct cxl_ioctl_start_work *work, type *valp) { \
    if (!work || !valp) {                                                        \
      return fail(EINVAL);                                                       \
    }                                                                            \
    *valp = work->field;                                                         \
    return 0;                                                                    \
  }
GETTER(amr, __u64, amr)
GETTER(num_irqs, __s16, num_interrupts)
GETTER(wed, __u64, work_element_descriptor)
GETTER(tid, __u16, tid)

PUBLIC int cxl_work_set_amr(struct cxl_ioctl_start_work *work, __u64 amr) {
  if (!work) {
    return fail(EINVAL);
  }
  work->amr = amr;
  work->flags = amr ? work->flags | CXL_START_WORK_AMR : work->flags & ~CXL_START_WORK_AMR;
  return 0;
}

PUBLIC int cxl_work_set_num_irqs(struct cxl_ioctl_start_work *work, __s16 num_irqs) {
  if (!work) {
    return fail(EINVAL);
  }
  work->num_interrupts = num_irqs;
  work->flags = num_irqs >= 0 ? work->flags | CXL_START_WORK_NUM_IRQS : work->flags & ~CXL_START_WORK_NUM_IRQS;
  return 0;
}

PUBLIC int cxl_work_set_wed(struct cxl_ioctl_start_work *work, __u64 wed) {
  if (!work) {
    return fail(EINVAL);
  }
  work->work_element_descriptor = wed;
  return 0;
}

PUBLIC int cxl_work_enable_wait(struct cxl_ioctl_start_work *work) {
  if (!work) {
    return fail(EINVAL);
  }
  work->flags |= CXL_START_WORK_TID;
  return 0;
}

PUBLIC int cxl_work_disable_wait(struct cxl_ioctl_start_work *work) {
  if (!work) {
    return fail(EINVAL);
  }
  work->flags &= ~CXL_START_WORK_TID;
  return 0;
}

int client_copy(void *to, const void *from, size_t length) {
  struct iovec here = {to, length};
  struct iovec there = {(void *)from, length};
  ssize_t done = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (done == (ssize_t)length) {
    return 0;
  }
  if (done >= 0 || errno == EFAULT) {
    return refuse(EFAULT, "%p is not in memory", from);
  }
  /* A sandbox may not have this call. */
  memcpy(to, from, length);
  return 0;
}

PUBLIC int cxl_afu_attach_work(struct cxl_afu_h *afu, struct cxl_ioctl_start_work *work) {
  struct cxl_ioctl_start_work copy;
  struct answer answer;
  if (!afu || !afu->context || !work) {
    return fail(EINVAL);
  }
  if (client_copy(&copy, work, sizeof copy) < 0) {
    return -1;
  }
  struct context *context = afu->context;
  client_start_agent(context);
  if (client_ask_context(context, ATTACH, &copy, sizeof copy, &answer) < 0) {
    return -1;
  }
  bool woken = (copy.flags & CXL_START_WORK_TID) != 0;
  if (woken && answer.length == sizeof work->tid) {
    memcpy(&work->tid, answer.bytes, sizeof work->tid);
  }
  pthread_mutex_lock(&context->lock);
  context->attached = true;
  context->woken = woken;
  context->attacher = pthread_self();
  pthread_mutex_unlock(&context->lock);
  return 0;
}

PUBLIC int cxl_afu_attach(struct cxl_afu_h *afu, __u64 wed) {
  struct cxl_ioctl_start_work work = {.work_element_descriptor = wed};
  return cxl_afu_attach_work(afu, &work);
}

PUBLIC int cxl_afu_attach_full(struct cxl_afu_h *afu, __u64 wed, __u16 num_interrupts, __u64 amr) {
  struct cxl_ioctl_start_work work = {
      .flags = CXL_START_WORK_AMR | CXL_START_WORK_NUM_IRQS,
      .work_element_descriptor = wed,
      .amr = amr,
      .num_interrupts = (__s16)num_interrupts,
  };
  return cxl_afu_attach_work(afu, &work);
}

/* A processor that waits looks again when it is woken, and at the latest with the next interrupt of its clock. */
PUBLIC int cxl_afu_host_thread_wait(struct cxl_afu_h *afu, volatile __u64 *uword) {
  static const struct timespec tick = {0, TICK * 1000 * 1000};
  if (!afu || !afu->context || !afu->context->attached || !uword) {
    return fail(EINVAL);
  }
  if (!pthread_equal(afu->context->attacher, pthread_self())) {
    return refuse(EPERM, "another thread has attached the context");
  }
  while (*uword == 0) {
    if (!afu->context->woken) {
      nanosleep(&tick, NULL);
    } else if (client_await_wake(afu->context, TICK) < 0) {
      return -1;
    }
  }
  return 0;
}
