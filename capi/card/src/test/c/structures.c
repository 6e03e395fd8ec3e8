// SPDX-License-Identifier: Apache-2.0
//
// What a C compiler makes of <misc/cxl.h>: reads a cxl_ioctl_start_work, says on stderr what is in
// it, and writes three events.
#include <misc/cxl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

static void event(int type, int process, size_t body, struct cxl_event *event) {
  event->header.type = type;
  event->header.size = sizeof event->header + body;
  event->header.process_element = process;
  fwrite(event, event->header.size, 1, stdout);
  memset(event, 0, sizeof *event);
}

int main(void) {
  struct cxl_ioctl_start_work work;
  if (fread(&work, sizeof work, 1, stdin) != 1) return 1;
  fprintf(stderr, "sizes %zu %zu %zu %zu %zu\n", sizeof work, sizeof(struct cxl_afu_id),
          sizeof(struct cxl_adapter_image), sizeof(struct cxl_event_header),
          sizeof(struct cxl_event));
  fprintf(stderr, "ioctls %lx %lx %lx %lx %lx\n", (unsigned long)CXL_IOCTL_START_WORK,
          (unsigned long)CXL_IOCTL_GET_PROCESS_ELEMENT, (unsigned long)CXL_IOCTL_GET_AFU_ID,
          (unsigned long)CXL_IOCTL_DOWNLOAD_IMAGE, (unsigned long)CXL_IOCTL_VALIDATE_IMAGE);
  fprintf(stderr, "flags %llx known %x\n", (unsigned long long)work.flags,
          (unsigned)(CXL_START_WORK_AMR | CXL_START_WORK_NUM_IRQS | CXL_START_WORK_ERR_FF |
                     CXL_START_WORK_TID));
  fprintf(stderr, "wed %llx amr %llx interrupts %x reserved %llx\n",
          (unsigned long long)work.work_element_descriptor, (unsigned long long)work.amr,
          work.num_interrupts,
          (unsigned long long)(work.reserved2 | work.reserved3 | work.reserved4 | work.reserved5));

  struct cxl_event next;
  memset(&next, 0, sizeof next);
  next.irq.irq = 0x7ff;
  event(CXL_EVENT_AFU_INTERRUPT, 0xabcd, sizeof next.irq, &next);
  next.fault.addr = 0x8000000000001234ull;
  next.fault.dsisr = 0x4000000042000000ull;
  event(CXL_EVENT_DATA_STORAGE, 1, sizeof next.fault, &next);
  next.afu_error.error = -2;
  event(CXL_EVENT_AFU_ERROR, 0xffff, sizeof next.afu_error, &next);
  return 0;
}
