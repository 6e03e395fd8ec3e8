/* Where the JVM is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm.h"

static bool has_jvm(const char *image, char *libjvm, size_t length) {
  return snprintf(libjvm, length, "%s/lib/server/libjvm.so", image) < (int)length && access(libjvm, R_OK) == 0;
}

static bool take(const char *folder, const char *below, char *libjvm, char *image, size_t length) {
  return folder != NULL && *folder != 0 && snprintf(image, length, "%s%s", folder, below) < (int)length &&
         has_jvm(image, libjvm, length);
}

bool vm_find(char *libjvm, char *image, size_t length, char *problem, size_t problem_length) {
  const char *named = secure_getenv("BACKPLANE_RUNTIME");
  const char *java = secure_getenv("JAVA_HOME");
  char beside[PATH_MAX] = "";
  char folder[PATH_MAX] = "";
  Dl_info self;
  if (dladdr((void *)vm_find, &self) != 0 && realpath(self.dli_fname, beside) != NULL) {
    snprintf(folder, sizeof folder, "%s", dirname(beside));
  }
  if (take(named, "", libjvm, image, length)) {
    return true;
  }
  if (named == NULL && (take(folder, "/../runtime", libjvm, image, length) || take(folder, "/..", libjvm, image, length) ||
                        take(java, "", libjvm, image, length))) {
    return true;
  }
  if (named != NULL) {
    snprintf(problem, problem_length, "BACKPLANE_RUNTIME names %s, which has no lib/server/libjvm.so. Name a run-time image",
             named);
  } else {
    snprintf(problem, problem_length,
             "there is no Java: no lib/server/libjvm.so in %s/../runtime, in %s/.., in JAVA_HOME (%s). Set BACKPLANE_RUNTIME "
             "to a run-time image of tools/opae-library, or JAVA_HOME to a JDK 25",
             folder, folder, java == NULL ? "not set" : java);
  }
  return false;
}
