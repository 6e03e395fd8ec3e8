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
  uint64_t number; /* of this process's agents; none has it again */
};

/* Starts one that serves a socket, which is its own from now on, until the other side closes it; 0, or -1 with errno and the socket closed.
 * It keeps no other descriptor open. Who is not ended by agent_end, is ended when this process ends by exit(). */
int agent_start(struct agent *agent, int channel);
/* Ends it. */
void agent_end(struct agent *agent);
#endif
