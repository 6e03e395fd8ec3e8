#ifndef BACKPLANE_VM_H
#define BACKPLANE_VM_H

#include <stdbool.h>

#include "boot.h"

/* Starts a JVM or joins the one of this process, and finds the class. Null if it worked, else why not. */
const char *vm_start(const struct boot_service *service);

/* Attaches this thread; says whether it was not attached before. */
bool vm_attach(struct boot_thread *thread);

void vm_detach(void);

/* Whether this thread is attached, or is one of Java's own. */
bool vm_knows_this_thread(void);

/* Whether it was started here and is not ending. */
bool vm_is_own(void);

/* Calls the class by JNI. */
int64_t vm_call(int32_t operation, uint64_t *arguments);

/* Where the run-time image may be: fills a text with the path of its libjvm.so, and one with its folder. */
bool vm_find(char *libjvm, char *image, size_t length, char *problem, size_t problem_length);

#endif
