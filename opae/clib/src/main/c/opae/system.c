/* Calls of the system that plugins make through the library, so that a program can put its own in their place. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "library.h"

EXPORT int opae_open(const char *path, int flags) { return open(path, flags); }

EXPORT int opae_open_create(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

EXPORT int opae_close(int descriptor) { return close(descriptor); }

EXPORT ssize_t opae_read(int descriptor, void *buffer, size_t count) { return read(descriptor, buffer, count); }

EXPORT FILE *opae_fopen(const char *path, const char *mode) { return fopen(path, mode); }

EXPORT int opae_fclose(FILE *stream) { return fclose(stream); }

EXPORT FILE *opae_popen(const char *command, const char *type) { return popen(command, type); }

EXPORT int opae_pclose(FILE *stream) { return pclose(stream); }

EXPORT int opae_ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return ioctl(descriptor, request, argument);
}

EXPORT DIR *opae_opendir(const char *name) { return opendir(name); }

EXPORT int opae_closedir(DIR *folder) { return closedir(folder); }

EXPORT ssize_t opae_readlink(const char *path, char *buffer, size_t size) { return readlink(path, buffer, size); }

EXPORT int opae_stat(const char *path, struct stat *status) { return stat(path, status); }

EXPORT int opae_lstat(const char *path, struct stat *status) { return lstat(path, status); }

EXPORT int opae_fstatat(int folder, const char *path, struct stat *status, int flags) {
  return fstatat(folder, path, status, flags);
}

EXPORT int opae_access(const char *path, int mode) { return access(path, mode); }

EXPORT int opae_scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
                        int (*order)(const struct dirent **, const struct dirent **)) {
  return scandir(path, names, filter, order);
}

EXPORT int opae_sched_setaffinity(pid_t process, size_t size, const cpu_set_t *mask) {
  return sched_setaffinity(process, size, mask);
}

EXPORT int opae_glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found) {
  return glob(pattern, flags, failed, found);
}

EXPORT void opae_globfree(glob_t *found) { globfree(found); }

EXPORT char *opae_realpath(const char *path, char *resolved) { return realpath(path, resolved); }

EXPORT void *opae_malloc(size_t size) { return malloc(size); }

EXPORT void *opae_calloc(size_t count, size_t size) { return calloc(count, size); }

EXPORT void opae_free(void *memory) { free(memory); }

EXPORT char *opae_canonicalize_file_name(const char *path) { return canonicalize_file_name(path); }

EXPORT char *opae_strdup(const char *text) { return strdup(text); }
