/* What the files of this library share. */
#ifndef BACKPLANE_OPAE_LIBRARY_H
#define BACKPLANE_OPAE_LIBRARY_H

#include <stdatomic.h>

#include "../boot/boot.h"
#include "../include/backplane/fpga.h"

#define EXPORT __attribute__((visibility("default")))

enum operation {
#define NUMBER(name) OPERATION_##name,
#include <functions.def>
};

/* Calls Java. FPGA_EXCEPTION where there is none. */
fpga_result call_java(enum operation operation, uint64_t *arguments);

#define WORD(value) ((uint64_t)(uintptr_t)(value))
#define WORDS(...) ((uint64_t[]){__VA_ARGS__})
#define CALL(operation, ...) call_java(OPERATION_##operation, WORDS(__VA_ARGS__))

/* A token, handle, object or event handle of this library: no address has these upper bits. */
#define IS_NUMBERED(value) (WORD(value) >> 56 == 0xBA)

fpga_result invalid(const char *what);

void opae_print(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The registers of open handles that are mapped; registers.c. */
uint64_t registers_withdrawals(void);
/*
 * Maps a space. The parent is the handle whose closing takes it away, if not its own. What was asked before a
 * withdrawal is not mapped after it.
 */
void registers_map(uint64_t handle, uint64_t space, uint64_t address, uint64_t bytes, uint64_t parent,
                   uint64_t withdrawals);
void registers_withdraw(uint64_t handle);
/* False if another thread, or what this one was interrupted in, does not end. */
bool registers_withdraw_all(void);

/* What a program waits on for events; events.c. */
int events_make(void);
void events_raise(int descriptor, uint64_t count);
void events_close(int descriptor);

/* The structure behind fpga_properties. */
struct properties;
struct properties *properties_create(void);
void properties_free(struct properties *properties);
bool properties_are(fpga_properties given);

#endif
