/* What the parts of libcxl share: connections to the server, and the handles that programs hold. */
#ifndef BACKPLANE_CXL_CLIENT_H
#define BACKPLANE_CXL_CLIENT_H
#include <errno.h>
#include <agent.h>
#include <libcxl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PUBLIC __attribute__((visibility("default")))

/* Operations of the server, as its class Operation numbers them. */
enum operation {
  HELLO = 1,
  LIST,
  GET,
  SET,
  OPEN,
  ATTACH,
  READ_EVENT,
  BELL,
  READ_REGISTER,
  WRITE_REGISTER,
  AGENT,
  AWAIT_WAKE,
  READ_ATTRIBUTE,
  CLASS_FOLDER,
  MAP,
};

enum { LONGEST = 16 << 10, NAME = 32 };

/* The first version of the protocol that has MAP. */
enum { PAGES = 2 };

/* An answer: an error number or 0, and what came with it. */
struct answer {
  int32_t error;
  uint32_t length;
  unsigned char bytes[LONGEST];
};

/* A context at the server, which several handles may share. */
struct connection {
  int calls; /* where requests go */
  int bell;  /* readable while an event can be read */
  int atomics; /* of the agent, to end it; -1 without one */
  struct agent agent;
  int waker; /* where a wake is awaited; -1 before the first time */
  bool awaits; /* whether it was asked for, and has not come */
  uint64_t secret;
  int32_t version; /* of the protocol, that the server speaks */
  pid_t owner;
  int references;
  pthread_mutex_t lock; /* of calls */
  struct page *page;    /* for accesses to registers; NULL without one */
  bool is_quick;        /* whether the last of them came soon */
  int sleeps;           /* how many do without a look after the last that was in vain */
  int sleeps_left;      /* how many of those are to come */
  bool is_gone;         /* whether the server ended in the middle of one */
  pthread_mutex_t page_lock;
};

struct cxl_adapter_h {
  char name[NAME];
};

struct cxl_afu_h {
  char name[NAME];     /* of the AFU */
  char node[NAME];     /* of the node, if it is opened */
  char adapter[NAME];  /* whose AFUs are gone through; empty for all */
  struct connection *context;
  int process_element;
  bool attached;
  bool woken; /* whether the AFU wakes the thread that attached */
  pthread_t attacher;
  __u32 mmio_flags;    /* 0 while registers are not mapped */
  uint64_t mmio_size;
  unsigned char events[CXL_READ_MIN_SIZE];
  size_t events_begin;
  size_t events_end;
};

/* Asks on the connection of a context, from any thread of the process that opened it; 0, or -1 with errno: EIO if the server has gone, else
 * what it answered. */
int client_ask_context(struct connection *context, enum operation operation, const void *request, uint32_t length, struct answer *answer);
/* Asks on a connection of its own. */
int client_question(enum operation operation, const void *request, uint32_t length, struct answer *answer);
/* Maps the registers of a context that is attached: tells how many bytes there are. ENOTSUP if the server is too old for that question. */
int client_map(struct connection *context, uint64_t *size);
/* Reads or writes a register of 4 or 8 bytes; 0, or -1 with errno. */
int client_access(struct connection *context, bool is_write, uint64_t offset, uint32_t width, uint64_t *value);
void client_unmap_page(struct connection *context);
/* Starts an agent for the atomic operations of a context. Without one there are none, and all else is the same. */
void client_start_agent(struct connection *context);
/* Waits until the AFU wakes the thread that started the context, or for some milliseconds; -1 with errno. */
int client_await_wake(struct connection *context, int milliseconds);
struct connection *client_open(const char *node, int *process_element);
void client_release(struct connection *context);

/* An attribute of a folder such as afu0.0 as text without its newline, 0 or -1 with errno. */
int attribute_get(const char *folder, const char *name, char *text, size_t size);
int attribute_number(const char *folder, const char *name, long *valp);

static inline int fail(int number) {
  errno = number;
  return -1;
}
#endif
