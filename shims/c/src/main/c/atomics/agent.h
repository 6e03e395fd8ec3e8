/* A process that shares the memory of this one, and makes atomic operations there. */
#ifndef BACKPLANE_AGENT_H
#define BACKPLANE_AGENT_H
#include <stdint.h>
#include <sys/types.h>

/* What is asked for, as the class AtomicAgent writes it. */
struct atomic_request {
  uint32_t operation; /* a code of d0h_datomic_op */
  uint32_t bytes;     /* 4 or 8 */
  uint32_t swapped;   /* whether numbers in memory have the other byte order */
  uint32_t reserved;
  uint64_t address;
  uint64_t operands[2];
};

enum atomic_status { ATOMIC_DONE, ATOMIC_MISSING, ATOMIC_FORBIDDEN, ATOMIC_IMPOSSIBLE };

struct atomic_answer {
  uint32_t status;
  uint32_t reserved;
  uint64_t value; /* what the operation answers */
};

struct agent {
  pid_t process;
};

/* Starts one that serves a socket until that is closed; 0, or -1 with errno. It keeps no other descriptor open. Who is not waited for, is
 * ended when this process ends by exit(). */
int agent_start(struct agent *agent, int channel);
/* Waits until it has ended, which it does when its socket is shut down. */
void agent_await(struct agent *agent);
#endif
