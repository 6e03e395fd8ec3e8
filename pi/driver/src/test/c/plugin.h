/* What test plugins share: types of the plugin interface, and its table. slots.h is made by the tests from a slot list. */
#include "slots.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t pi_result;
typedef uint32_t pi_uint32;

struct pi_plugin {
  char host_version[20];
  char plugin_version[20];
  char *targets;
  void *table[SLOT_COUNT];
  int32_t sanitize;
};

enum {
  PI_SUCCESS = 0,
  PI_DEVICE_NOT_FOUND = -1,
  PI_OUT_OF_RESOURCES = -5,
  PI_PROFILING_INFO_NOT_AVAILABLE = -7,
  PI_BUILD_PROGRAM_FAILURE = -11,
  PI_INVALID_VALUE = -30,
  PI_INVALID_PLATFORM = -32,
  PI_INVALID_DEVICE = -33,
  PI_INVALID_CONTEXT = -34,
  PI_INVALID_QUEUE = -36,
  PI_INVALID_MEM_OBJECT = -38,
  PI_INVALID_BINARY = -42,
  PI_INVALID_PROGRAM = -44,
  PI_INVALID_PROGRAM_EXECUTABLE = -45,
  PI_INVALID_KERNEL_NAME = -46,
  PI_INVALID_KERNEL = -48,
  PI_INVALID_ARG_INDEX = -49,
  PI_INVALID_ARG_VALUE = -50,
  PI_INVALID_ARG_SIZE = -51,
  PI_INVALID_KERNEL_ARGS = -52,
  PI_INVALID_WORK_DIMENSION = -53,
  PI_INVALID_WORK_GROUP_SIZE = -54,
  PI_INVALID_EVENT_WAIT_LIST = -57,
  PI_INVALID_EVENT = -58,
  PI_INVALID_OPERATION = -59,
  PI_INVALID_BUFFER_SIZE = -61,
  PI_PLUGIN_SPECIFIC_ERROR = -996
};

/* Compared as numbers, where plugins of old compare texts. */
__attribute__((unused)) static int host_is_too_old(const char *host) {
  int major = 0, minor = 0;
  if (sscanf(host, "%d.%d", &major, &minor) != 2) {
    return 1;
  }
  return major < PI_MAJOR || (major == PI_MAJOR && minor < PI_MINOR);
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define MY_VERSION TEXT(PI_MAJOR) "." TEXT(PI_MINOR) ".7"
