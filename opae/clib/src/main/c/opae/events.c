/* What a program waits on for events. */
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "library.h"

int events_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void events_raise(int descriptor, uint64_t count) {
  /* A counter that is full has told enough. */
  if (write(descriptor, &count, sizeof count) < 0) {
    return;
  }
}

void events_close(int descriptor) { close(descriptor); }
