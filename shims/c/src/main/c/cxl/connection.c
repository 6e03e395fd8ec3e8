/* Connections to the server that owns the cards. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { VERSION = 1 };

/* What is behind the names that do without headers newer than some systems have. */
#ifndef PR_SET_PTRACER
#define PR_SET_PTRACER 0x59616d61
#endif

static int address(struct sockaddr_un *to) {
  const char *named = getenv("BACKPLANE_CAPI");
  int length;
  to->sun_family = AF_UNIX;
  if (named && *named) {
    length = snprintf(to->sun_path, sizeof to->sun_path, "%s", named);
  } else {
    const char *user = getenv("USER");
    struct passwd *entry = user && *user ? NULL : getpwuid(geteuid());
    length = snprintf(to->sun_path, sizeof to->sun_path, "/tmp/%s/backplane.capi",
                      user && *user ? user : entry ? entry->pw_name : "root");
  }
  return length < (int)sizeof to->sun_path ? 0 : fail(ENODEV);
}

static int write_all(int channel, const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    ssize_t done = send(channel, at, length, MSG_NOSIGNAL);
    if (done < 0 && errno != EINTR) {
      return fail(EIO);
    }
    if (done > 0) {
      at += done;
      length -= (size_t)done;
    }
  }
  return 0;
}

/* Reads an answer, which comes by itself: nothing follows it that was not asked for. */
static int read_answer(int channel, struct answer *answer) {
  size_t whole = offsetof(struct answer, bytes);
  for (size_t there = 0; there < whole;) {
    ssize_t done = recv(channel, (char *)answer + there, sizeof *answer - there, 0);
    if (done == 0 || (done < 0 && errno != EINTR)) {
      return fail(EIO);
    }
    there += done > 0 ? (size_t)done : 0;
    if (there >= offsetof(struct answer, bytes)) {
      if (answer->length > sizeof answer->bytes) {
        return fail(EIO);
      }
      whole = offsetof(struct answer, bytes) + answer->length;
    }
  }
  return 0;
}

static int tell(int channel, enum operation operation, const void *request, uint32_t length) {
  unsigned char all[2 * sizeof(uint32_t) + 256];
  uint32_t header[2] = {operation, length};
  if (length > sizeof all - sizeof header) {
    return fail(EINVAL);
  }
  memcpy(all, header, sizeof header);
  if (length > 0) {
    memcpy(all + sizeof header, request, length);
  }
  return write_all(channel, all, sizeof header + length);
}

static int hear(int channel, struct answer *answer) {
  if (read_answer(channel, answer) < 0) {
    return -1;
  }
  return answer->error == 0 ? 0 : fail(answer->error);
}

int client_ask(int channel, enum operation operation, const void *request, uint32_t length, struct answer *answer) {
  return tell(channel, operation, request, length) < 0 ? -1 : hear(channel, answer);
}

int client_connect(void) {
  struct sockaddr_un to;
  if (address(&to) < 0) {
    return -1;
  }
  int channel = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (channel < 0) {
    return -1;
  }
  int32_t hello[2] = {VERSION, getpid()};
  struct answer answer;
  if (connect(channel, (struct sockaddr *)&to, sizeof to) < 0) {
    close(channel);
    return fail(errno == EACCES ? EACCES : ENODEV);
  }
  if (client_ask(channel, HELLO, hello, sizeof hello, &answer) < 0 || answer.length != sizeof hello) {
    int error = errno;
    close(channel);
    return fail(error == 0 ? EPROTO : error);
  }
  memcpy(hello, answer.bytes, sizeof hello);
  /* Where processes may look into their children alone, this one lets the server look into it. Elsewhere this is no error. */
  int before = errno;
  prctl(PR_SET_PTRACER, (unsigned long)hello[1], 0, 0, 0);
  errno = before;
  return channel;
}

int client_question(enum operation operation, const void *request, uint32_t length, struct answer *answer) {
  int channel = client_connect();
  if (channel < 0) {
    return -1;
  }
  int result = client_ask(channel, operation, request, length, answer);
  int error = errno;
  close(channel);
  errno = error;
  return result;
}

int client_ask_context(struct connection *context, enum operation operation, const void *request, uint32_t length,
                       struct answer *answer) {
  if (context->owner != getpid()) {
    /* A child has the connection of its parent, and not its memory. */
    return fail(EIO);
  }
  pthread_mutex_lock(&context->lock);
  int result = client_ask(context->calls, operation, request, length, answer);
  int error = errno;
  pthread_mutex_unlock(&context->lock);
  errno = error;
  return result;
}

/* A connection that belongs to a context. */
static int second_of(uint64_t secret, enum operation what) {
  struct answer answer;
  int channel = client_connect();
  if (channel >= 0 && client_ask(channel, what, &secret, sizeof secret, &answer) < 0) {
    int error = errno;
    close(channel);
    errno = error;
    return -1;
  }
  return channel;
}

void client_start_agent(struct connection *context) {
  int before = errno;
  pthread_mutex_lock(&context->lock);
  if (context->owner == getpid() && context->atomics < 0) {
    context->atomics = second_of(context->secret, AGENT);
    if (context->atomics >= 0 && agent_start(&context->agent, context->atomics) < 0) {
      close(context->atomics);
      context->atomics = -1;
    }
  }
  pthread_mutex_unlock(&context->lock);
  errno = before;
}

int client_await_wake(struct connection *context, int milliseconds) {
  struct answer answer;
  if (context->owner != getpid()) {
    return fail(EIO);
  }
  if (context->waker < 0 && (context->waker = client_connect()) < 0) {
    return fail(EIO);
  }
  /* What was asked for before, may have come meanwhile: then the thread looks once more than it has to. */
  if (!context->awaits && tell(context->waker, AWAIT_WAKE, &context->secret, sizeof context->secret) < 0) {
    return -1;
  }
  context->awaits = true;
  struct pollfd there = {.fd = context->waker, .events = POLLIN};
  int ready = poll(&there, 1, milliseconds);
  if (ready <= 0) {
    return ready < 0 && errno != EINTR ? -1 : 0;
  }
  context->awaits = false;
  return hear(context->waker, &answer);
}

static void end_agent(struct connection *context) {
  if (context->atomics < 0) {
    return;
  }
  if (context->owner == getpid()) {
    shutdown(context->atomics, SHUT_RDWR);
    agent_await(&context->agent);
  }
  close(context->atomics);
}

struct connection *client_open(const char *node, int *process_element) {
  struct connection *context = calloc(1, sizeof *context);
  struct answer answer;
  if (!context) {
    return NULL;
  }
  context->bell = -1;
  context->atomics = -1;
  context->waker = -1;
  context->calls = client_connect();
  context->owner = getpid();
  context->references = 1;
  pthread_mutex_init(&context->lock, NULL);
  if (context->calls >= 0 && client_ask(context->calls, OPEN, node, strlen(node), &answer) == 0) {
    int32_t element;
    memcpy(&context->secret, answer.bytes, sizeof context->secret);
    memcpy(&element, answer.bytes + sizeof context->secret, sizeof element);
    *process_element = element;
    context->bell = second_of(context->secret, BELL);
    if (context->bell >= 0) {
      return context;
    }
  }
  int error = errno;
  client_release(context);
  errno = error;
  return NULL;
}

void client_release(struct connection *context) {
  if (__atomic_sub_fetch(&context->references, 1, __ATOMIC_ACQ_REL) > 0) {
    return;
  }
  if (context->calls >= 0) {
    if (context->owner == getpid()) {
      /* The server closes its side when the context has ended; whoever opens one after this finds it free. */
      char rest;
      ssize_t more;
      shutdown(context->calls, SHUT_WR);
      do {
        more = recv(context->calls, &rest, 1, 0);
      } while (more > 0 || (more < 0 && errno == EINTR));
    }
    close(context->calls);
  }
  if (context->bell >= 0) {
    close(context->bell);
  }
  if (context->waker >= 0) {
    close(context->waker);
  }
  end_agent(context);
  pthread_mutex_destroy(&context->lock);
  free(context);
}
