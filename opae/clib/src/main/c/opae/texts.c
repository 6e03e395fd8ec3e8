/* Texts of results, versions, and the log. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define VERSION "2.14.0"
#define BUILD "backplane"

EXPORT const char *fpgaErrStr(fpga_result result) {
  static const char *const texts[] = {
      "success",       "invalid parameter", "resource busy",           "exception",
      "not found",     "no memory",         "not supported",           "no driver available",
      "no fpga daemon running", "insufficient privileges", "reconfiguration error"};
  return (size_t)result < sizeof texts / sizeof *texts ? texts[result] : "unknown error";
}

EXPORT fpga_result fpgaGetOPAECVersion(fpga_version *version) {
  if (version == NULL) {
    return invalid("fpgaGetOPAECVersion: the place for the version is null");
  }
  *version = (fpga_version){.major = 2, .minor = 14, .patch = 0};
  return FPGA_OK;
}

EXPORT fpga_result fpgaGetOPAECVersionString(char *text, size_t length) {
  if (text == NULL || length <= sizeof VERSION) {
    return invalid("fpgaGetOPAECVersionString: there is no room for the version");
  }
  memcpy(text, VERSION, sizeof VERSION);
  return FPGA_OK;
}

EXPORT fpga_result fpgaGetOPAECBuildString(char *text, size_t length) {
  if (text == NULL || length == 0) {
    return invalid("fpgaGetOPAECBuildString: there is no room for the build");
  }
  snprintf(text, length, "%s", BUILD);
  return FPGA_OK;
}

static int log_level;
static FILE *log_file;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A program with rights of its own must not be made to write anywhere. */
static bool may_be_written(const char *path) {
  return (path[0] != '/' || strncmp(path, "/tmp/", 5) == 0) && strstr(path, "..") == NULL;
}

static void open_log(void) {
  const char *level = getenv("LIBOPAE_LOG");
  const char *path = secure_getenv("LIBOPAE_LOGFILE");
  log_level = level == NULL ? 0 : atoi(level);
  log_file = path != NULL && may_be_written(path) ? fopen(path, "we") : NULL;
  if (log_file == NULL) {
    log_file = stdout;
  }
}

/* Level 0 is an error, which goes to stderr; others go to the log where LIBOPAE_LOG asks for them. */
EXPORT __attribute__((format(printf, 2, 3))) void opae_print(int level, const char *format, ...) {
  pthread_once(&once, open_log);
  if (level > log_level || format == NULL) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  FILE *to = level == 0 ? stderr : log_file;
  vfprintf(to, format, arguments);
  fflush(to);
  va_end(arguments);
}
