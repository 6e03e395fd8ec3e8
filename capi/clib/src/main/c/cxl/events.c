/* Events. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* What a program gets that does not look at the result of a read. */
enum { READ_FAIL = 0xffff };

static bool is_buffered(struct cxl_afu_h *afu) { return afu->events_begin < afu->events_end; }

PUBLIC int cxl_event_pending(struct cxl_afu_h *afu) {
  if (!afu || !afu->context) {
    return fail(EINVAL);
  }
  if (is_buffered(afu)) {
    return 1;
  }
  struct pollfd bell = {.fd = afu->context->bell, .events = POLLIN};
  int ready = poll(&bell, 1, 0);
  return ready < 0 ? -1 : ready > 0;
}

static int lost(const struct context *context) { return client_lost(context->server.process, context->server.at.sun_path); }

/* Takes the byte of the bell away, which is there or on its way. */
static int silence(const struct context *context) {
  char byte;
  struct pollfd there = {.fd = context->bell, .events = POLLIN};
  while (recv(context->bell, &byte, 1, MSG_DONTWAIT) != 1) {
    if (errno != EAGAIN && errno != EINTR) {
      return lost(context);
    }
    poll(&there, 1, -1);
  }
  return 0;
}

/* Asks for an event; how many bytes came, or -1. */
static int ask(struct cxl_afu_h *afu) {
  struct answer answer;
  uint32_t silent;
  if (client_ask_context(afu->context, READ_EVENT, NULL, 0, &answer) < 0) {
    return -1;
  }
  if (answer.length < sizeof silent || answer.length - sizeof silent > sizeof afu->events) {
    return failed(EPROTO);
  }
  memcpy(&silent, answer.bytes, sizeof silent);
  if (silent && silence(afu->context) < 0) {
    return -1;
  }
  afu->events_begin = 0;
  afu->events_end = answer.length - sizeof silent;
  memcpy(afu->events, answer.bytes + sizeof silent, afu->events_end);
  return (int)afu->events_end;
}

static int read_events(struct cxl_afu_h *afu) {
  while (true) {
    int bytes = ask(afu);
    if (bytes != 0) {
      return bytes;
    }
    int flags = fcntl(afu->context->bell, F_GETFL);
    if (flags >= 0 && flags & O_NONBLOCK) {
      return failed(EAGAIN);
    }
    /* Not poll: a signal whose handler has SA_RESTART does not end a read of the kernel's either. */
    char byte;
    ssize_t there = recv(afu->context->bell, &byte, 1, MSG_PEEK);
    if (there < 0 && errno != EAGAIN) {
      return errno == EINTR ? -1 : lost(afu->context);
    }
    if (there == 0) {
      return lost(afu->context);
    }
  }
}

PUBLIC int cxl_read_event(struct cxl_afu_h *afu, struct cxl_event *event) {
  if (!afu || !event) {
    return fail(EINVAL);
  }
  memset(event, 0, sizeof *event);
  event->header.type = READ_FAIL;
  if (!afu->context) {
    return fail(EINVAL);
  }
  if (!is_buffered(afu) && read_events(afu) < 0) {
    return -1;
  }
  struct cxl_event_header header;
  memcpy(&header, afu->events + afu->events_begin, sizeof header);
  if (header.size < sizeof header || header.size > sizeof *event || header.size > afu->events_end - afu->events_begin) {
    afu->events_begin = afu->events_end;
    return fail(ENODATA);
  }
  memcpy(event, afu->events + afu->events_begin, header.size);
  afu->events_begin += header.size;
  return 0;
}

PUBLIC int cxl_read_expected_event(struct cxl_afu_h *afu, struct cxl_event *event, __u32 type, __u16 irq) {
  if (!afu || !event) {
    return fail(EINVAL);
  }
  if (cxl_read_event(afu, event) < 0 || event->header.type != type) {
    return -1;
  }
  return type == CXL_EVENT_AFU_INTERRUPT && irq != 0 && event->irq.irq != irq ? -1 : 0;
}

PUBLIC int cxl_fprint_unknown_event(FILE *stream, struct cxl_event *event) {
  if (!stream || !event) {
    return fail(EINVAL);
  }
  int length = fprintf(stream, "CXL Unknown Event %i: ", event->header.type);
  size_t size = event->header.size < sizeof *event ? event->header.size : sizeof *event;
  for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
    for (size_t j = i; j < size && j < i + sizeof(uint32_t); j++) {
      length += fprintf(stream, "%.2x", ((unsigned char *)event)[j]);
    }
    length += fprintf(stream, " ");
  }
  return length + fprintf(stream, "\n");
}

PUBLIC int cxl_fprint_event(FILE *stream, struct cxl_event *event) {
  if (!stream || !event) {
    return fail(EINVAL);
  }
  switch (event->header.type) {
    case READ_FAIL:
      fprintf(stderr, "cxl_fprint_event: CXL Read failed\n");
      return fail(ENODATA);
    case CXL_EVENT_AFU_INTERRUPT:
      return fprintf(stream, "AFU Interrupt %i\n", event->irq.irq);
    case CXL_EVENT_DATA_STORAGE:
      return fprintf(stream, "AFU Invalid memory reference: 0x%" PRIx64 "\n", (uint64_t)event->fault.addr);
    case CXL_EVENT_AFU_ERROR:
      return fprintf(stream, "AFU Error: 0x%" PRIx64 "\n", (uint64_t)event->afu_error.error);
    default:
      return cxl_fprint_unknown_event(stream, event);
  }
}
