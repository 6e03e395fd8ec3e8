/* Connections to the server that owns the cards. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* The version of the protocol that is needed at least; a server says which it speaks. */
enum { NEEDED = 1 };

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

/* More than requests that are sent together have. */
enum { MOST = 512 };

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

static int read_bytes(int channel, void *to, size_t length) {
  for (size_t there = 0; there < length;) {
    ssize_t done = recv(channel, (char *)to + there, length - there, 0);
    if (done == 0 || (done < 0 && errno != EINTR)) {
      return fail(EIO);
    }
    there += done > 0 ? (size_t)done : 0;
  }
  return 0;
}

static int hear(int channel, struct answer *answer) {
  if (read_bytes(channel, answer, offsetof(struct answer, bytes)) < 0) {
    return -1;
  }
  if (answer->length > sizeof answer->bytes) {
    return fail(EIO);
  }
  if (read_bytes(channel, answer->bytes, answer->length) < 0) {
    return -1;
  }
  return answer->error == 0 ? 0 : fail(answer->error);
}

/* Puts a request behind others that are to be sent with it; how long they are together then, or 0 if they are too long. */
static size_t put(unsigned char *all, size_t there, enum operation operation, const void *request, uint32_t length) {
  uint32_t header[2] = {operation, length};
  if (length > MOST - there - sizeof header) {
    return 0;
  }
  memcpy(all + there, header, sizeof header);
  if (length > 0) {
    memcpy(all + there + sizeof header, request, length);
  }
  return there + sizeof header + length;
}

static int tell(int channel, enum operation operation, const void *request, uint32_t length) {
  unsigned char all[MOST];
  size_t whole = put(all, 0, operation, request, length);
  return whole == 0 ? fail(EINVAL) : write_all(channel, all, whole);
}

static int ask(int channel, enum operation operation, const void *request, uint32_t length, struct answer *answer) {
  return tell(channel, operation, request, length) < 0 ? -1 : hear(channel, answer);
}

static int close_with(int channel, int error) {
  close(channel);
  return fail(error);
}

/* By what the server knows the memory of this process: its number may be another process's in the server's namespace, or soon. */
static uint64_t landmark;

static void draw_landmark(void) {
  if (getrandom(&landmark, sizeof landmark, 0) != sizeof landmark) {
    landmark = (uint64_t)time(NULL) << 32 ^ (uint64_t)getpid() << 16 ^ (uint64_t)(uintptr_t)&landmark;
  }
}

/* A child has another one than its parent. */
__attribute__((constructor)) static void begin_landmarks(void) {
  draw_landmark();
  pthread_atfork(NULL, NULL, draw_landmark);
}

/* What HELLO says. */
struct hello {
  int32_t needed;
  int32_t process;
  uint64_t landmark_address;
  uint64_t landmark;
};

/* Says hello on a new connection and asks together, for each time that the server is waited for is long; the answer is not heard yet.
 * The connection, or -1 with errno: ENODEV if there is no server. Tells the version that the server speaks. */
static int connect_and_tell(enum operation operation, const void *request, uint32_t length, int32_t *version) {
  struct sockaddr_un to;
  if (address(&to) < 0) {
    return -1;
  }
  int channel = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (channel < 0) {
    return -1;
  }
  if (connect(channel, (struct sockaddr *)&to, sizeof to) < 0) {
    return close_with(channel, errno == EACCES ? EACCES : ENODEV);
  }
  int32_t server[2];
  struct hello hello = {NEEDED, getpid(), (uint64_t)(uintptr_t)&landmark, landmark};
  unsigned char all[MOST];
  struct answer answer;
  size_t whole = put(all, put(all, 0, HELLO, &hello, sizeof hello), operation, request, length);
  if (whole == 0) {
    return close_with(channel, EINVAL);
  }
  /* A server that takes nobody more says so before it is asked. */
  write_all(channel, all, whole);
  if (hear(channel, &answer) < 0) {
    return close_with(channel, errno);
  }
  if (answer.length != sizeof server) {
    return close_with(channel, EPROTO);
  }
  memcpy(server, answer.bytes, sizeof server);
  *version = server[0];
  /* Where processes may look into their children alone, this one lets the server look into it. Elsewhere this is no error. */
  int before = errno;
  prctl(PR_SET_PTRACER, (unsigned long)server[1], 0, 0, 0);
  errno = before;
  return channel;
}

/* The same, and hears the answer. */
static int connect_and_ask(enum operation operation, const void *request, uint32_t length, struct answer *answer, int32_t *version) {
  int channel = connect_and_tell(operation, request, length, version);
  return channel < 0 || hear(channel, answer) == 0 ? channel : close_with(channel, errno);
}

int client_question(enum operation operation, const void *request, uint32_t length, struct answer *answer) {
  int32_t version;
  int channel = connect_and_ask(operation, request, length, answer, &version);
  if (channel < 0) {
    return -1;
  }
  close(channel);
  return 0;
}

int client_ask_context(struct connection *context, enum operation operation, const void *request, uint32_t length,
                       struct answer *answer) {
  if (context->owner != getpid()) {
    /* A child has the connection of its parent, and not its memory. */
    return fail(EIO);
  }
  pthread_mutex_lock(&context->lock);
  int result = ask(context->calls, operation, request, length, answer);
  int error = errno;
  pthread_mutex_unlock(&context->lock);
  errno = error;
  return result;
}

/* A connection that belongs to a context. */
static int second_of(uint64_t secret, enum operation what) {
  struct answer answer;
  int32_t version;
  return connect_and_ask(what, &secret, sizeof secret, &answer, &version);
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
  /* What was asked for before, may have come meanwhile: then the thread looks once more than it has to. */
  if (context->waker < 0) {
    int32_t version;
    context->waker = connect_and_tell(AWAIT_WAKE, &context->secret, sizeof context->secret, &version);
    if (context->waker < 0) {
      return fail(EIO);
    }
  } else if (!context->awaits && tell(context->waker, AWAIT_WAKE, &context->secret, sizeof context->secret) < 0) {
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
  context->owner = getpid();
  context->references = 1;
  pthread_mutex_init(&context->lock, NULL);
  pthread_mutex_init(&context->page_lock, NULL);
  context->calls = connect_and_ask(OPEN, node, (uint32_t)strlen(node), &answer, &context->version);
  if (context->calls >= 0) {
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
  client_unmap_page(context);
  pthread_mutex_destroy(&context->lock);
  pthread_mutex_destroy(&context->page_lock);
  free(context);
}
