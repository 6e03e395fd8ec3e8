/* Connections to the server that owns the cards. */
#define _GNU_SOURCE
#include "client.h"
#include <poll.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The version of the protocol that is needed at least; a server says which it speaks. */
enum { NEEDED = 3 };

/* What is behind the names that do without headers newer than some systems have. */
#ifndef PR_SET_PTRACER
#define PR_SET_PTRACER 0x59616d61
#endif

/* More than requests that are sent together have. */
enum { MOST = 512 };

static const char *const names[] = {"",          "connect",           "list",           "get an attribute",  "set an attribute", "open",
                                    "attach",    "read an event",     "ring",           "read a register",   "write a register", "start an agent",
                                    "wait",      "read an attribute", "find the class", "map the registers", "open",             "name a context",
                                    "open",      "send an image",     "flash"};

/* The user's name in the system; NULL if it has none. */
static const char *user_name(void) {
#ifdef CXL_STATIC
  /* A program without shared libraries cannot ask wherever else the system has users. */
  struct passwd *entry;
  FILE *users = fopen("/etc/passwd", "re");
  while (users && (entry = fgetpwent(users)) && entry->pw_uid != geteuid()) {
  }
  if (users) {
    fclose(users);
  }
  return users && entry ? entry->pw_name : NULL;
#else
  struct passwd *entry = getpwuid(geteuid());
  return entry ? entry->pw_name : NULL;
#endif
}

int server_find(struct server *server) {
  const char *named = getenv("BACKPLANE_CAPI");
  struct sockaddr_un *to = &server->at;
  int length;
  memset(server, 0, sizeof *server);
  to->sun_family = AF_UNIX;
  if (named && *named) {
    length = snprintf(to->sun_path, sizeof to->sun_path, "%s", named);
  } else {
    const char *user = getenv("USER");
    const char *name = user && *user ? user : user_name();
    length = snprintf(to->sun_path, sizeof to->sun_path, "/tmp/%s/backplane.capi", name ? name : "root");
  }
  return length < (int)sizeof to->sun_path
             ? 0
             : client_refuse(ENODEV, names[OPEN], "the name of the server's socket is longer than %zu bytes", sizeof to->sun_path - 1);
}

static int write_all(int channel, const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    ssize_t done = send(channel, at, length, MSG_NOSIGNAL);
    if (done < 0 && errno != EINTR) {
      return failed(EIO);
    }
    if (done > 0) {
      at += done;
      length -= (size_t)done;
    }
  }
  return 0;
}

/* A call waits as long as its AFU works, but not in silence for a server that does not run. */
static int read_bytes(int channel, const struct server *server, enum operation operation, void *to, size_t length) {
  bool said = false;
  for (size_t there = 0; there < length;) {
    ssize_t done = recv(channel, (char *)to + there, length - there, 0);
    if (done > 0) {
      there += (size_t)done;
    } else if (done < 0 && errno == EAGAIN) {
      if (!said && client_is_stopped(server->process)) {
        said = true;
        client_say("the server of the cards (process %d) is stopped: this program waits for it to %s", server->process, names[operation]);
      }
    } else if (done == 0 || errno != EINTR) {
      return client_lost(server->process, server->at.sun_path);
    }
  }
  return 0;
}

int server_hear(int channel, const struct server *server, enum operation operation, struct answer *answer) {
  if (read_bytes(channel, server, operation, answer, offsetof(struct answer, bytes)) < 0) {
    return -1;
  }
  if (answer->length > sizeof answer->bytes) {
    return client_refuse(EIO, names[operation], "the server answers %u bytes", answer->length);
  }
  if (read_bytes(channel, server, operation, answer->bytes, answer->length) < 0) {
    return -1;
  }
  if (answer->error == 0) {
    return 0;
  }
  return answer->length == 0 ? client_refuse(answer->error, names[operation], NULL)
                             : client_refuse(answer->error, names[operation], "%.*s", (int)answer->length, (char *)answer->bytes);
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

int server_tell_more(int channel, enum operation operation, const void *request, uint32_t length) {
  uint32_t header[2] = {operation, length};
  return write_all(channel, header, sizeof header) < 0 ? -1 : write_all(channel, request, length);
}

static int close_with(int channel, int error) {
  close(channel);
  return failed(error);
}

static int connected(struct server *server) {
  int channel = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (channel < 0) {
    return client_refuse(errno, names[OPEN], "this program has no descriptor left for a connection to the server (ulimit -n)");
  }
  while (connect(channel, (const struct sockaddr *)&server->at, sizeof server->at) < 0) {
    if (errno != EINTR) {
      int error = errno;
      close(channel);
      return client_refuse(error == EACCES ? EACCES : ENODEV, names[OPEN],
                           "no server listens at %s (%s): start 'backplane serve --capi', or name its socket in BACKPLANE_CAPI",
                           server->at.sun_path, strerror(error));
    }
  }
  /* Whom to look after until it says so itself. */
  struct ucred listener;
  socklen_t length = sizeof listener;
  if (server->process == 0 && getsockopt(channel, SOL_SOCKET, SO_PEERCRED, &listener, &length) == 0) {
    server->process = listener.pid;
  }
  struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
  setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return channel;
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

int server_tell(struct server *server, enum operation operation, const void *request, uint32_t length) {
  int32_t told[2];
  struct hello hello = {NEEDED, getpid(), (uint64_t)(uintptr_t)&landmark, landmark};
  unsigned char all[MOST];
  struct answer answer;
  size_t whole = put(all, put(all, 0, HELLO, &hello, sizeof hello), operation, request, length);
  if (whole == 0) {
    return client_refuse(EINVAL, names[operation], "it is too long");
  }
  int channel = connected(server);
  if (channel < 0) {
    return -1;
  }
  /* A server that takes nobody more says so before it is asked. */
  write_all(channel, all, whole);
  if (server_hear(channel, server, HELLO, &answer) < 0) {
    return close_with(channel, errno);
  }
  if (answer.length != sizeof told) {
    return close_with(channel, EPROTO);
  }
  memcpy(told, answer.bytes, sizeof told);
  server->process = told[1];
  /* Where processes may look into their children alone, this one lets the server look into it. Elsewhere this is no error. */
  int before = errno;
  prctl(PR_SET_PTRACER, (unsigned long)told[1], 0, 0, 0);
  errno = before;
  return channel;
}

int client_question(enum operation operation, const void *request, uint32_t length, struct answer *answer) {
  struct server server;
  int channel = server_find(&server) < 0 ? -1 : server_tell(&server, operation, request, length);
  if (channel < 0) {
    return -1;
  }
  int result = server_hear(channel, &server, operation, answer);
  int error = errno;
  close(channel);
  errno = error;
  return result;
}

/* Connections that nobody uses now, of whichever contexts: one is enough for a program that makes one call at a time. */
enum { KEPT = 2 };

static struct {
  int channel;
  struct server server;
} kept[KEPT];

static int kept_count;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

/* A child has connections of its own. */
static void begin_child(void) {
  pthread_mutex_init(&kept_lock, NULL);
  while (kept_count > 0) {
    close(kept[--kept_count].channel);
  }
}

__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, begin_child); }

/* The server may have ended meanwhile. */
static bool is_there(int channel) {
  struct pollfd server = {.fd = channel, .events = POLLRDHUP};
  return poll(&server, 1, 0) == 0;
}

/* One that is kept, or -1. */
static int take(const struct server *server) {
  int channel = -1;
  pthread_mutex_lock(&kept_lock);
  for (int i = kept_count - 1; i >= 0 && channel < 0; i--) {
    bool is_same = strcmp(kept[i].server.at.sun_path, server->at.sun_path) == 0;
    if (is_same && kept[i].server.process == server->process && is_there(kept[i].channel)) {
      channel = kept[i].channel;
      kept[i] = kept[--kept_count];
    } else if (is_same) {
      close(kept[i].channel);
      kept[i] = kept[--kept_count];
    }
  }
  pthread_mutex_unlock(&kept_lock);
  return channel;
}

static void keep(int channel, const struct server *server) {
  pthread_mutex_lock(&kept_lock);
  bool has_room = kept_count < KEPT;
  if (has_room) {
    kept[kept_count].channel = channel;
    kept[kept_count++].server = *server;
  }
  pthread_mutex_unlock(&kept_lock);
  if (!has_room) {
    close(channel);
  }
}

int server_ask_of(const struct server *server, uint64_t secret, enum operation operation, const void *request, uint32_t length,
                  struct answer *answer) {
  unsigned char all[MOST];
  struct server same = *server;
  size_t whole = put(all, put(all, 0, OF_CONTEXT, &secret, sizeof secret), operation, request, length);
  if (whole == 0) {
    return client_refuse(EINVAL, names[operation], "it is too long");
  }
  int channel = take(server);
  bool sent = channel >= 0;
  if (!sent && (channel = server_tell(&same, OF_CONTEXT, &secret, sizeof secret)) < 0) {
    /* Who had a context, has a server no more. */
    return errno == ENODEV ? client_lost(server->process, server->at.sun_path) : -1;
  }
  int result = sent ? write_all(channel, all, whole) : server_tell_more(channel, operation, request, length);
  if (result < 0) {
    close(channel);
    return client_lost(server->process, server->at.sun_path);
  }
  answer->error = 0;
  result = server_hear(channel, server, operation, answer);
  int error = errno;
  if (result == 0 || answer->error != 0) {
    keep(channel, &same);
  } else {
    close(channel);
  }
  if (result < 0) {
    errno = error;
  }
  return result;
}
