/* The JVM: its options, its class, its threads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "faults.h"
#include "vm.h"

#define MOST_OPTIONS 64
#define STOP_SIGNAL "_JAVA_SR_SIGNUM"

static JavaVM *vm;
static jclass served_by;
static jmethodID method;
static _Atomic(bool) is_own;
static char problem[BOOT_MESSAGE_BYTES];

struct options {
  JavaVMOption all[MOST_OPTIONS];
  int count;
};

#define IMAGE "@image@"

/* A text with the folder of the image wherever it has its place; the caller frees it. */
static char *filled(const char *text, const char *image) {
  size_t places = 0;
  for (const char *at = text; image != NULL && (at = strstr(at, IMAGE)) != NULL; at += strlen(IMAGE)) {
    places++;
  }
  char *made = malloc(strlen(text) + places * (image == NULL ? 0 : strlen(image)) + 1);
  char *to = made;
  for (const char *at = text; made != NULL && *at != 0;) {
    if (places > 0 && strncmp(at, IMAGE, strlen(IMAGE)) == 0) {
      to = stpcpy(to, image);
      at += strlen(IMAGE);
    } else {
      *to++ = *at++;
    }
  }
  if (made != NULL) {
    *to = 0;
  }
  return made;
}

static void add(struct options *options, const char *text, const char *image) {
  char *copy = options->count == MOST_OPTIONS ? NULL : filled(text, image);
  if (copy != NULL) {
    options->all[options->count++].optionString = copy;
  }
}

static void free_all(struct options *options) {
  for (int i = 0; i < options->count; i++) {
    free(options->all[i].optionString);
  }
}

/* Options of an image are in a file of it, one a line: an archive of classes must find those that it was made with. */
static bool read_options(struct options *options, const char *image) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/lib/backplane.options", image);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return false;
  }
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, file)) > 0) {
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) {
      line[--length] = 0;
    }
    if (length > 0 && line[0] != '#') {
      add(options, line, image);
    }
  }
  free(line);
  fclose(file);
  return true;
}

/* When Java ends the process, no call gets into it any more. */
static void leave(jint status) {
  is_own = false;
  exit(status);
}

static void choose_options(struct options *options, const char *image) {
  /* The program keeps its signals, its memory and its working folder. */
  add(options, "-Xrs", NULL);
  add(options, "-XX:+UseSerialGC", NULL);
  add(options, "-XX:-UsePerfData", NULL);
  add(options, "-XX:ErrorFile=/tmp/backplane-opae-%p.log", NULL);
  add(options, "exit", NULL);
  options->all[options->count - 1].extraInfo = (void *)leave;
  add(options, "-Xms32m", NULL);
  add(options, "-Xmx1g", NULL);
  if (!read_options(options, image)) {
    add(options, "--enable-native-access=ALL-UNNAMED", NULL);
  }
  const char *class_path = secure_getenv("BACKPLANE_CLASS_PATH");
  char *option = NULL;
  if (class_path != NULL && asprintf(&option, "-Djava.class.path=%s", class_path) >= 0) {
    add(options, option, NULL);
    free(option);
  }
  const char *more = secure_getenv("BACKPLANE_JVM_OPTIONS");
  char *copy = more == NULL ? NULL : strdup(more);
  char *rest = NULL;
  for (char *each = copy == NULL ? NULL : strtok_r(copy, " ", &rest); each != NULL; each = strtok_r(NULL, " ", &rest)) {
    add(options, each, NULL);
  }
  free(copy);
}

bool vm_is_own(void) { return is_own; }

static bool join(void) {
  void *library = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) {
    return false;
  }
  jint (*created)(JavaVM **, jsize, jsize *) = (jint(*)(JavaVM **, jsize, jsize *))dlsym(library, "JNI_GetCreatedJavaVMs");
  jsize count = 0;
  return created != NULL && created(&vm, 1, &count) == JNI_OK && count > 0;
}

static bool create(void) {
  char libjvm[PATH_MAX];
  char image[PATH_MAX];
  if (!vm_find(libjvm, image, PATH_MAX, problem, sizeof problem)) {
    return false;
  }
  void *library = dlopen(libjvm, RTLD_LAZY | RTLD_GLOBAL);
  if (library == NULL) {
    snprintf(problem, sizeof problem, "%s cannot be loaded: %s", libjvm, dlerror());
    return false;
  }
  jint (*make)(JavaVM **, void **, void *) = (jint(*)(JavaVM **, void **, void *))dlsym(library, "JNI_CreateJavaVM");
  struct options options = {.count = 0};
  memset(options.all, 0, sizeof options.all);
  choose_options(&options, image);
  /* The signal with which the JVM stops its threads would be SIGUSR2, which may be the program's. */
  bool is_chosen = getenv(STOP_SIGNAL) != NULL;
  if (!is_chosen) {
    char number[16];
    snprintf(number, sizeof number, "%d", SIGRTMAX - 3);
    setenv(STOP_SIGNAL, number, 1);
  }
  JavaVMInitArgs arguments = {
      .version = JNI_VERSION_21, .nOptions = options.count, .options = options.all, .ignoreUnrecognized = JNI_FALSE};
  void *environment;
  faults_before_vm();
  jint result = make == NULL ? JNI_ERR : make(&vm, &environment, &arguments);
  free_all(&options);
  if (!is_chosen) {
    unsetenv(STOP_SIGNAL);
  }
  if (result != JNI_OK) {
    snprintf(problem, sizeof problem, "the JVM of %s does not start: JNI error %d", image, (int)result);
    vm = NULL;
    return false;
  }
  is_own = true;
  if (!ending_after_vm()) {
    snprintf(problem, sizeof problem, "there is no memory for what is called when the program ends");
    return false;
  }
  return true;
}

static bool find_class(JNIEnv *env, const char *name) {
  jclass found = (*env)->FindClass(env, name);
  if (found != NULL) {
    served_by = (*env)->NewGlobalRef(env, found);
    method = (*env)->GetStaticMethodID(env, found, "dispatch", "(IJ)J");
  }
  if (served_by == NULL || method == NULL) {
    (*env)->ExceptionClear(env);
    snprintf(problem, sizeof problem,
             "the JVM does not have the class %s. Use a run-time image of tools/opae-library, or set BACKPLANE_CLASS_PATH", name);
    return false;
  }
  return true;
}

const char *vm_start(const struct boot_service *service) {
  if (!join() && !create()) {
    return problem;
  }
  JNIEnv *env;
  JavaVMAttachArgs as = {.version = JNI_VERSION_21, .name = "backplane boot", .group = NULL};
  if ((*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &as) != JNI_OK) {
    return "the JVM takes no thread";
  }
  bool found = find_class(env, service->class_name);
  (*vm)->DetachCurrentThread(vm);
  return found ? NULL : problem;
}

bool vm_knows_this_thread(void) {
  void *env = NULL;
  return vm != NULL && (*vm)->GetEnv(vm, &env, JNI_VERSION_21) == JNI_OK;
}

bool vm_attach(struct boot_thread *thread) {
  void *env;
  if ((*vm)->GetEnv(vm, &env, JNI_VERSION_21) == JNI_OK) {
    thread->attached = true;
  } else if ((*vm)->AttachCurrentThreadAsDaemon(vm, &env, NULL) == JNI_OK) {
    thread->attached = thread->attached_here = true;
  }
  return thread->attached;
}

void vm_detach(void) { (*vm)->DetachCurrentThread(vm); }

int64_t vm_call(int32_t operation, uint64_t *arguments) {
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_21) != JNI_OK) {
    return BOOT_FAILED;
  }
  jvalue values[2] = {{.i = operation}, {.j = (jlong)(intptr_t)arguments}};
  int64_t result = (*env)->CallStaticLongMethodA(env, served_by, method, values);
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionClear(env);
    return BOOT_FAILED;
  }
  return result;
}
