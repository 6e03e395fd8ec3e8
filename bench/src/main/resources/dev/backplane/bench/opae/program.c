/*
 * A C program of OPAE. "program first FUNCTION" tells what its first call took, and its memory after it. "program serve" answers
 * each line "WHAT COUNT" with the nanoseconds of that many calls.
 */
#include <backplane/fpga.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_TOKENS 4096

static fpga_token tokens[MOST_TOKENS];
static fpga_token token;
static fpga_handle handle;
static fpga_properties properties;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void require(fpga_result result, const char *what) {
  if (result != FPGA_OK) {
    char message[1024] = "";
    fpgaGetLastErrorMessage(message, sizeof message);
    fprintf(stderr, "program: %s: %s (%s)\n", what, fpgaErrStr(result), message);
    exit(1);
  }
}

/* A number of /proc/self/status, in KiB. */
static long status(const char *name) {
  char line[256];
  long value = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, name, strlen(name)) == 0) {
      value = strtol(line + strlen(name) + 1, NULL, 10);
    }
  }
  if (file != NULL) {
    fclose(file);
  }
  return value;
}

static int first(const char *function) {
  uint32_t matches = 0;
  uint64_t begin = now();
  fpga_result result =
      strcmp(function, "fpgaInitialize") == 0 ? fpgaInitialize(NULL) : fpgaEnumerate(NULL, 0, NULL, 0, &matches);
  uint64_t took = now() - begin;
  require(result, function);
  printf("%" PRIu64 " %ld %ld %ld\n", took, status("VmRSS"), status("RssAnon"), status("RssFile"));
  return 0;
}

static void open_one(const char *type) {
  uint32_t matches = 0;
  fpga_properties filter = NULL;
  require(fpgaGetProperties(NULL, &filter), "fpgaGetProperties");
  require(fpgaPropertiesSetDeviceTypeName(filter, type), "fpgaPropertiesSetDeviceTypeName");
  require(fpgaPropertiesSetObjectType(filter, FPGA_ACCELERATOR), "fpgaPropertiesSetObjectType");
  require(fpgaEnumerate(&filter, 1, &token, 1, &matches), "fpgaEnumerate");
  require(matches == 0 ? FPGA_NOT_FOUND : FPGA_OK, type);
  require(fpgaOpen(token, &handle, FPGA_OPEN_SHARED), "fpgaOpen");
  require(fpgaDestroyProperties(&filter), "fpgaDestroyProperties");
  require(fpgaGetProperties(token, &properties), "fpgaGetProperties");
}

#define CALL(call)                             \
  for (uint64_t i = 0; i < count; i++) {       \
    results |= (call);                         \
  }

/* Searches, and says how long that took without the giving back of tokens. */
static uint64_t searches(uint64_t count, fpga_properties *filter) {
  uint64_t took = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t matches = 0;
    uint64_t begin = now();
    require(fpgaEnumerate(filter, filter == NULL ? 0 : 1, tokens, MOST_TOKENS, &matches), "fpgaEnumerate");
    took += now() - begin;
    if (matches != 1000) {
      fprintf(stderr, "program: %" PRIu32 " tokens instead of 1000\n", matches);
      exit(1);
    }
    for (uint32_t each = 0; each < matches; each++) {
      require(fpgaDestroyToken(&tokens[each]), "fpgaDestroyToken");
    }
  }
  return took;
}

static uint64_t measure(const char *what, uint64_t count) {
  int results = 0;
  uint64_t value = 0;
  fpga_objtype type;
  uint64_t begin = now();
  if (strcmp(what, "accessor") == 0) {
    CALL(fpgaPropertiesGetObjectType(properties, &type))
  } else if (strcmp(what, "token") == 0) {
    /* Two calls of a token. */
    for (uint64_t i = 0; i < count / 2; i++) {
      fpga_token clone = NULL;
      results |= fpgaCloneToken(token, &clone) | fpgaDestroyToken(&clone);
    }
  } else if (strcmp(what, "update") == 0) {
    CALL(fpgaUpdateProperties(token, properties))
  } else if (strcmp(what, "register") == 0) {
    CALL(fpgaReadMMIO64(handle, 0, 0, &value))
  } else if (strcmp(what, "memory") == 0) {
    /* The space that the null device has in memory. */
    CALL(fpgaReadMMIO64(handle, 1, 0, &value))
  } else if (strcmp(what, "enumerate") == 0) {
    return searches(count, NULL);
  } else if (strcmp(what, "filter") == 0) {
    /* Matches them all. */
    fpga_properties filter = NULL;
    require(fpgaGetProperties(NULL, &filter), "fpgaGetProperties");
    require(fpgaPropertiesSetVendorID(filter, 0x8086), "fpgaPropertiesSetVendorID");
    uint64_t took = searches(count, &filter);
    require(fpgaDestroyProperties(&filter), "fpgaDestroyProperties");
    return took;
  }
  uint64_t took = now() - begin;
  require((fpga_result)results, what);
  return took;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "first") == 0) {
    return first(argv[2]);
  }
  if (argc != 3 || strcmp(argv[1], "serve") != 0) {
    return 2;
  }
  open_one(argv[2]);
  puts("ready");
  fflush(stdout);
  char what[32];
  uint64_t count;
  while (scanf(" %31s %" SCNu64, what, &count) == 2) {
    printf("%" PRIu64 "\n", measure(what, count));
    fflush(stdout);
  }
  return 0;
}
