/* What the parts of libcxl share: the server, contexts at it, and the handles that programs hold. */
#ifndef BACKPLANE_CXL_CLIENT_H
#define BACKPLANE_CXL_CLIENT_H
#include <errno.h>
#include <agent.h>
#include <libcxl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/un.h>

#define PUBLIC __attribute__((visibility("default")))

/* Operations of the server, as its class Request numbers them. */
enum operation {
  NO_OPERATION,
#define NUMBER(name) name,
#include <requests.def>
};

enum { LONGEST = 16 << 10, NAME = 32 };

/* The longest time that a server is waited for in silence, as the kernel waits for a card. */
enum { PATIENCE_SECONDS = 5 };

/* An answer: an error number or 0, and what came with it; with an error number, why. */
struct answer {
  int32_t error;
  uint32_t length;
  unsigned char bytes[LONGEST];
};

/* Where a server is, and which process it is. */
struct server {
  struct sockaddr_un at;
  int32_t process;
};

/* A context at the server, which several handles may share. */
struct context {
  int bell; /* its connection, readable while an event can be read; it ends the context */
  bool has_agent;
  struct agent agent;
  int waker;   /* where a wake is awaited; -1 before the first time */
  bool awaits; /* whether it was asked for, and has not come */
  uint64_t secret;
  struct server server;
  pid_t owner;
  int references;
  pthread_mutex_t lock; /* of what follows */
  bool attached;
  bool woken; /* whether the AFU wakes the thread that attached */
  pthread_t attacher;
  pthread_mutex_t page_lock; /* of what follows */
  struct page *page;         /* for accesses to registers; NULL without one */
  bool is_quick;             /* whether the last of them came soon */
  int sleeps;                /* how many do without a look after the last that was in vain */
  int sleeps_left;           /* how many of those are to come */
  bool is_gone;              /* whether the server ended in the middle of one */
};

struct cxl_adapter_h {
  char name[NAME];
};

struct cxl_afu_h {
  char name[NAME];    /* of the AFU */
  char node[NAME];    /* of the node, if it is opened */
  char adapter[NAME]; /* whose AFUs are gone through; empty for all */
  struct context *context;
  int fd; /* what the program knows the context by: its bell, or another descriptor of that */
  int process_element;
  bool is_mapped;
  __u32 mmio_flags;
  uint64_t mmio_size;
  void *window; /* registers through a pointer; NULL before the program asked for it */
  unsigned char events[CXL_READ_MIN_SIZE];
  size_t events_begin;
  size_t events_end;
};

/* Asks on a connection of its own. */
int client_question(enum operation operation, const void *request, uint32_t length, struct answer *answer);
/* Says hello on a new connection and asks together, for each time that the server is waited for is long; the answer is not heard yet.
 * The connection, or -1 with errno: ENODEV if there is no server. Which it is comes from the address in it, and its process goes there. */
int server_tell(struct server *server, enum operation operation, const void *request, uint32_t length);
/* Sends another question there. */
int server_tell_more(int channel, enum operation operation, const void *request, uint32_t length);
/* Hears an answer; 0, or -1 with what was answered, or EIO where the server has gone. */
int server_hear(int channel, const struct server *server, enum operation operation, struct answer *answer);
/* Where the environment says that a server is; 0, or -1 with errno. */
int server_find(struct server *server);
/* Asks about a context, on a connection that nobody else uses meanwhile. */
int server_ask_of(const struct server *server, uint64_t secret, enum operation operation, const void *request, uint32_t length,
                  struct answer *answer);

/* Asks about a context, from any thread of the process that opened it; 0, or -1 with errno: EIO if the server has gone, else what it
 * answered. */
int client_ask_context(struct context *context, enum operation operation, const void *request, uint32_t length, struct answer *answer);
/* Maps the registers of a context that is attached: tells how many bytes there are. */
int client_map(struct context *context, uint64_t *size);
/* Reads or writes a register of 4 or 8 bytes; 0, or -1 with errno. */
int client_access(struct context *context, bool is_write, uint64_t offset, uint32_t width, uint64_t *value);
void client_unmap_page(struct context *context);
/* Where the registers of a context are loaded and stored by a pointer, or NULL with errno. */
void *client_window(struct context *context, uint64_t size);
void client_close_window(void *begin);
/* Starts an agent for the atomic operations of a context. Without one there are none, and all else is the same. */
void client_start_agent(struct context *context);
/* Waits until the AFU wakes the thread that started the context, or for some milliseconds; -1 with errno. */
int client_await_wake(struct context *context, int milliseconds);
struct context *client_open(const char *node, int *process_element);
void client_release(struct context *context);

/* Ends a connection that has something at the server, and waits until that has ended; false if the server does not do it. */
bool client_end(int channel, const struct server *server);
/* Copies memory of the program as a call of the kernel does: where there is none, it is EFAULT and no signal. */
int client_copy(void *to, const void *from, size_t length);

/* An attribute of a folder such as afu0.0 as text without its newline, 0 or -1 with errno. */
int attribute_get(const char *folder, const char *name, char *text, size_t size);
int attribute_number(const char *folder, const char *name, long *valp);

/* A line on stderr that a user has to see. */
void client_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Fails, and says why on stderr if LIBCXL_DEBUG is set; -1 with errno. */
int client_refuse(int number, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Fails with EIO because the server has gone, which is said once. */
int client_lost(int process, const char *socket);
/* Whether a process was stopped by a signal or a debugger. */
bool client_is_stopped(int process);

/* Hands on what was said already. */
static inline int failed(int number) {
  errno = number;
  return -1;
}

#define fail(number) client_refuse(number, __func__, NULL)
#define refuse(number, ...) client_refuse(number, __func__, __VA_ARGS__)
#endif
