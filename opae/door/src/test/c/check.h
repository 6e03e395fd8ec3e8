/* What the programs share: a check that does not end the program, so that one run tells everything. */
#ifndef CHECK_H
#define CHECK_H

#include <backplane/fpga.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More would only repeat. */
#define MOST_TOLD 20

static int failures;

static inline void check_result(fpga_result got, fpga_result wanted, const char *call, int line) {
  if (got != wanted) {
    char message[1024] = "";
    fpgaGetLastErrorMessage(message, sizeof message);
    if (__atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED) <= MOST_TOLD) {
      printf("line %d: %s: %s instead of %s (%s)\n", line, call, fpgaErrStr(got), fpgaErrStr(wanted), message);
    }
  }
}

#define GIVES(result, call) check_result((call), (result), #call, __LINE__)
#define OK(call) GIVES(FPGA_OK, call)
#define HOLDS(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      if (__atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED) <= MOST_TOLD) { \
        printf("line %d: not so: %s\n", __LINE__, #condition);  \
      }                                                         \
    }                                                           \
  } while (0)

/* The accelerator of the tests' card. */
static const fpga_guid ACCELERATOR = {0xd8, 0x42, 0x4d, 0xc4, 0xa4, 0xa3, 0xc4, 0x13,
                                      0xf8, 0x9e, 0x43, 0x36, 0x83, 0xf9, 0x04, 0x0b};

static inline fpga_token find_accelerator(void) {
  fpga_properties filter = NULL;
  fpga_token token = NULL;
  uint32_t found = 0;
  fpga_guid guid;
  memcpy(guid, ACCELERATOR, sizeof guid);
  OK(fpgaGetProperties(NULL, &filter));
  OK(fpgaPropertiesSetObjectType(filter, FPGA_ACCELERATOR));
  OK(fpgaPropertiesSetGUID(filter, guid));
  OK(fpgaEnumerate(&filter, 1, &token, 1, &found));
  HOLDS(found == 1);
  OK(fpgaDestroyProperties(&filter));
  return token;
}

static inline int verdict(void) {
  fflush(stdout);
  return failures == 0 ? 0 : 1;
}

#endif
