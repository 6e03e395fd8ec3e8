/* What the files of this library share. */
#ifndef BACKPLANE_OPAE_LIBRARY_H
#define BACKPLANE_OPAE_LIBRARY_H

#include <stdatomic.h>

#include "../boot/boot.h"
#include "../include/backplane/fpga.h"

#define EXPORT __attribute__((visibility("default")))

enum operation {
#define OPERATION(name) OPERATION_##name,
#include "operations.def"
#undef OPERATION
};

/* Calls Java. FPGA_EXCEPTION where there is none. */
fpga_result call_java(enum operation operation, uint64_t *arguments);

#define WORD(value) ((uint64_t)(uintptr_t)(value))
#define CALL(operation, ...) call_java(OPERATION_##operation, (uint64_t[]){__VA_ARGS__})

/* A token, handle, object or event handle of this library: no address has these upper bits. */
#define IS_NUMBERED(value) (WORD(value) >> 56 == 0xBA)

fpga_result invalid(const char *what);

void opae_print(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The registers of open handles that are mapped; registers.c. */
void registers_map(uint64_t handle, uint64_t space, uint64_t address, uint64_t bytes);
void registers_withdraw(uint64_t handle);

/* The structure behind fpga_properties. */
struct properties;
struct properties *properties_create(void);

#endif
