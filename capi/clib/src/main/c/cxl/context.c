/* Contexts: a connection for each, which is also the descriptor that programs wait for. What is asked about them goes over others. */
#define _GNU_SOURCE
#include "client.h"
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* As long as a server may take to end a context. */
enum { ENDING_SECONDS = 30 };

int client_ask_context(struct context *context, enum operation operation, const void *request, uint32_t length,
                       struct answer *answer) {
  if (context->owner != getpid()) {
    /* A child has the descriptor of its parent, and not its memory. */
    return refuse(EIO, "the context is of process %d, the parent of this one: open another", context->owner);
  }
  return server_ask_of(&context->server, context->secret, operation, request, length, answer);
}

void client_start_agent(struct context *context) {
  int before = errno;
  pthread_mutex_lock(&context->lock);
  if (context->owner == getpid() && !context->has_agent && !context->attached) {
    struct answer answer;
    int channel = server_tell(&context->server, AGENT, &context->secret, sizeof context->secret);
    if (channel >= 0 && server_hear(channel, &context->server, AGENT, &answer) == 0) {
      context->has_agent = agent_start(&context->agent, channel) == 0;
    } else if (channel >= 0) {
      close(channel);
    }
  }
  pthread_mutex_unlock(&context->lock);
  errno = before;
}

int client_await_wake(struct context *context, int milliseconds) {
  struct answer answer;
  if (context->owner != getpid()) {
    return refuse(EIO, "the context is of process %d, the parent of this one", context->owner);
  }
  /* What was asked for before, may have come meanwhile: then the thread looks once more than it has to. */
  if (context->waker < 0) {
    context->waker = server_tell(&context->server, AWAIT_WAKE, &context->secret, sizeof context->secret);
    if (context->waker < 0) {
      return failed(EIO);
    }
  } else if (!context->awaits && server_tell_more(context->waker, AWAIT_WAKE, &context->secret, sizeof context->secret) < 0) {
    return -1;
  }
  context->awaits = true;
  struct pollfd there = {.fd = context->waker, .events = POLLIN};
  int ready = poll(&there, 1, milliseconds);
  if (ready <= 0) {
    return ready < 0 && errno != EINTR ? -1 : 0;
  }
  context->awaits = false;
  return server_hear(context->waker, &context->server, AWAIT_WAKE, &answer);
}

struct context *client_open(const char *node, int *process_element) {
  struct context *context = calloc(1, sizeof *context);
  struct answer answer;
  if (!context) {
    return NULL;
  }
  context->waker = -1;
  context->owner = getpid();
  context->references = 1;
  pthread_mutex_init(&context->lock, NULL);
  pthread_mutex_init(&context->page_lock, NULL);
  int found = server_find(&context->server);
  context->bell = found < 0 ? -1 : server_tell(&context->server, OPEN_CONTEXT, node, (uint32_t)strlen(node));
  if (context->bell >= 0 && server_hear(context->bell, &context->server, OPEN_CONTEXT, &answer) == 0) {
    int32_t element;
    memcpy(&context->secret, answer.bytes, sizeof context->secret);
    memcpy(&element, answer.bytes + sizeof context->secret, sizeof element);
    *process_element = element;
    /* Who waits for an event waits as long as it takes, and is restarted after a signal as a read of the kernel's is. */
    struct timeval ever = {0};
    setsockopt(context->bell, SOL_SOCKET, SO_RCVTIMEO, &ever, sizeof ever);
    return context;
  }
  int error = errno;
  client_release(context);
  errno = error;
  return NULL;
}

static uint64_t seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec;
}

/* The server closes its side when the context has ended; whoever opens one after this finds it free. One that is stopped does not, and
 * neither may one that fails. */
bool client_end(int channel, const struct server *server) {
  char rest[64];
  uint64_t begin = seconds();
  shutdown(channel, SHUT_WR);
  while (true) {
    ssize_t more = recv(channel, rest, sizeof rest, MSG_DONTWAIT);
    if (more == 0 || (more < 0 && errno != EAGAIN && errno != EINTR)) {
      return true;
    }
    if (more > 0) {
      continue;
    }
    uint64_t waited = seconds() - begin;
    bool is_stopped = waited >= PATIENCE_SECONDS && client_is_stopped(server->process);
    if (is_stopped || waited >= ENDING_SECONDS) {
      client_say("the server of the cards (process %d) %s: what is to end is left to it", server->process,
                 is_stopped ? "is stopped" : "does not answer");
      return false;
    }
    struct pollfd there = {.fd = channel, .events = POLLIN | POLLRDHUP};
    poll(&there, 1, 1000);
  }
}

void client_release(struct context *context) {
  if (__atomic_sub_fetch(&context->references, 1, __ATOMIC_ACQ_REL) > 0) {
    return;
  }
  bool is_own = context->owner == getpid();
  if (context->bell >= 0) {
    if (is_own && !client_end(context->bell, &context->server)) {
      client_say("do not reuse the memory that the AFU may write to");
    }
    close(context->bell);
  }
  if (context->waker >= 0) {
    close(context->waker);
  }
  if (context->has_agent && is_own) {
    agent_end(&context->agent);
  }
  client_unmap_page(context);
  pthread_mutex_destroy(&context->lock);
  pthread_mutex_destroy(&context->page_lock);
  free(context);
}
