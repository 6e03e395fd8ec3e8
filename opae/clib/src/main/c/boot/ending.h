/* The end of a process by a handler of a signal that interrupted a call. */
#ifndef BACKPLANE_ENDING_H
#define BACKPLANE_ENDING_H

#include <stdbool.h>

/* Called just after the JVM is made: what is registered last is called first by exit. */
bool ending_after_vm(void);

#endif
