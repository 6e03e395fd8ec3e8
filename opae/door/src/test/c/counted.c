/* Interrupts of an accelerator that rings where the number of one is written to 0x110: the descriptor counts each. */
#include <poll.h>
#include <unistd.h>

#include "check.h"

#define RING 0x110

static uint64_t counted(int descriptor, uint64_t wanted) {
  uint64_t sum = 0, count = 0;
  struct pollfd wait = {.fd = descriptor, .events = POLLIN};
  while (sum < wanted && poll(&wait, 1, 60000) == 1 && read(descriptor, &count, sizeof count) == sizeof count) {
    sum += count;
  }
  return sum;
}

int main(void) {
  fpga_properties filter = NULL;
  fpga_token token = NULL;
  fpga_handle handle = NULL;
  uint32_t found = 0;
  OK(fpgaGetProperties(NULL, &filter));
  OK(fpgaPropertiesSetObjectType(filter, FPGA_ACCELERATOR));
  OK(fpgaEnumerate(&filter, 1, &token, 1, &found));
  OK(fpgaOpen(token, &handle, 0));
  fpga_event_handle events[2];
  int descriptors[2];
  for (uint32_t i = 0; i < 2; i++) {
    OK(fpgaCreateEventHandle(&events[i]));
    OK(fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, events[i], i + 1));
    OK(fpgaGetOSObjectFromEventHandle(events[i], &descriptors[i]));
  }
  for (int i = 0; i < 400; i++) {
    OK(fpgaWriteMMIO64(handle, 0, RING, i % 4 == 0 ? 2 : 1));
  }
  HOLDS(counted(descriptors[0], 300) == 300);
  HOLDS(counted(descriptors[1], 100) == 100);
  /* Nobody waits for these: they are counted all the same, also over a registration that ends and one of another number. */
  for (int i = 0; i < 50; i++) {
    OK(fpgaWriteMMIO64(handle, 0, RING, 1));
    OK(fpgaWriteMMIO64(handle, 0, RING, 2));
  }
  HOLDS(counted(descriptors[1], 50) == 50);
  OK(fpgaUnregisterEvent(handle, FPGA_EVENT_INTERRUPT, events[0]));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, events[0], 2));
  OK(fpgaWriteMMIO64(handle, 0, RING, 2));
  HOLDS(counted(descriptors[1], 1) == 1);
  HOLDS(counted(descriptors[0], 51) == 51);
  OK(fpgaClose(handle));
  return verdict();
}
