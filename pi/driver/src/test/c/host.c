/*
 * A small plugin that is complete enough to work with: one platform, one device which is this processor, and kernels that
 * are compiled in. A binary is the text "host\n" and the names of the kernels in it, a line each. Commands are done when
 * they are enqueued; events tell it afterwards, and callbacks come from a thread of the plugin.
 */
#include "plugin.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum kind { CONTEXT = 0x1c0, QUEUE, MEM, PROGRAM, KERNEL, EVENT, DEAD };

struct object {
  enum kind kind;
  atomic_int refs;
  struct object *owner; /* what it holds on to */
};

struct context { struct object o; };
struct queue { struct object o; uint64_t flags; };
struct mem { struct object o; uint64_t flags; size_t size; char *data; char *own; size_t origin; };
struct event { struct object o; pi_uint32 type; struct queue *queue; uint64_t times[4]; };

enum what { GLOBAL, LOCAL, VALUE };
struct parameter { const char *name; const char *type; enum what what; size_t size; };
struct item { size_t id[3]; size_t global[3]; };
struct argument { int set; size_t size; char bytes[16]; void *pointer; };
struct builtin { const char *name; void (*run)(struct argument *, struct item *); pi_uint32 count; struct parameter parameters[4]; };
struct program { struct object o; char *code; size_t size; int built; char options[256]; char log[256]; };
struct kernel { struct object o; const struct builtin *builtin; struct argument arguments[4]; };

static int the_platform, the_device;
static atomic_int live, callbacks;
static pthread_mutex_t callback_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t callback_done = PTHREAD_COND_INITIALIZER;
static atomic_int lingers;
static _Thread_local char last_message[128];
static _Thread_local pi_result last_result;

/* What LLVM does for its last words in a crash, with one signal that the JVM does without for a while. */
static int replaced;

static void fault(int number) { (void)number; }

static void replace_handlers(void) {
#ifdef REPLACES_HANDLERS
  struct sigaction mine = {.sa_handler = fault, .sa_flags = SA_RESETHAND};
  sigaction(SIGILL, &mine, NULL);
  replaced++;
#else
  (void)fault;
#endif
}

__attribute__((constructor)) static void load(void) { replace_handlers(); }

/* For tests: how often. */
int host_replaced(void) { return replaced; }

/* For tests: how many objects nobody let go of. */
int host_live(void) { return live; }

/* For tests: threads that call back go on in this library for a while after piTearDown. */
int host_lingers(void) {
  lingers = 1;
  return 0;
}

static void *fresh(enum kind kind, size_t size, void *owner) {
  struct object *o = calloc(1, size);
  o->kind = kind;
  o->refs = 1;
  o->owner = owner;
  if (owner) {
    ((struct object *)owner)->refs++;
  }
  live++;
  return o;
}

static void drop(struct object *o) {
  while (o && --o->refs == 0) {
    struct object *owner = o->owner;
    if (o->kind == MEM) {
      free(((struct mem *)o)->own);
    } else if (o->kind == PROGRAM) {
      free(((struct program *)o)->code);
    }
    o->kind = DEAD;
    free(o);
    live--;
    o = owner;
  }
}

static int is(void *object, enum kind kind) { return object && ((struct object *)object)->kind == kind; }

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static pi_result give(const void *value, size_t bytes, size_t size, void *out, size_t *size_ret) {
  if (out && size < bytes) {
    return PI_INVALID_VALUE;
  }
  if (out) {
    memcpy(out, value, bytes);
  }
  if (size_ret) {
    *size_ret = bytes;
  }
  return PI_SUCCESS;
}
#define GIVE(type, value) return give(&(type){value}, sizeof(type), size, out, ret)
#define GIVE_TEXT(text) return give(text, strlen(text) + 1, size, out, ret)

/* ---- platform, device */

static pi_result piPlatformsGet(pi_uint32 n, void **out, pi_uint32 *count) {
  replace_handlers();
  if ((out && n == 0) || (!out && !count)) {
    return PI_INVALID_VALUE;
  }
  if (out) {
    out[0] = &the_platform;
  }
  if (count) {
    *count = 1;
  }
  return PI_SUCCESS;
}

static pi_result piPlatformGetInfo(void *platform, pi_uint32 name, size_t size, void *out, size_t *ret) {
  if (platform != &the_platform) {
    return PI_INVALID_PLATFORM;
  }
  switch (name) {
  case 0x900: GIVE_TEXT("FULL_PROFILE");
  case 0x901: GIVE_TEXT("host 1.0");
  case 0x902: GIVE_TEXT("Host platform");
  case 0x903: GIVE_TEXT("Backplane tests");
  case 0x904: GIVE_TEXT("");
  case 0x21000: GIVE(pi_uint32, 6);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piDevicesGet(void *platform, uint64_t type, pi_uint32 n, void **out, pi_uint32 *count) {
  if (platform != &the_platform) {
    return PI_INVALID_PLATFORM;
  }
  int match = type == 0xFFFFFFFF || (type & 3);
  if (out && match && n > 0) {
    out[0] = &the_device;
  }
  if (count) {
    *count = match ? 1 : 0;
  }
  return PI_SUCCESS;
}

static pi_result piDeviceGetInfo(void *device, pi_uint32 name, size_t size, void *out, size_t *ret) {
  if (device != &the_device) {
    return PI_INVALID_DEVICE;
  }
  switch (name) {
  case 0x1000: GIVE(uint64_t, 2);
  case 0x1001: GIVE(pi_uint32, 0xBAC);
  case 0x1002: GIVE(pi_uint32, 1);
  case 0x1003: GIVE(pi_uint32, 3);
  case 0x1004: GIVE(size_t, 1024);
  case 0x1005: {
    size_t sizes[3] = {1024, 1024, 1024};
    return give(sizes, sizeof sizes, size, out, ret);
  }
  case 0x100C: GIVE(pi_uint32, 1000);
  case 0x100D: GIVE(pi_uint32, 64);
  case 0x1010: GIVE(uint64_t, 1u << 28);
  case 0x1016: GIVE(pi_uint32, 0);
  case 0x1019: GIVE(pi_uint32, 128);
  case 0x101F: GIVE(uint64_t, 1ull << 30);
  case 0x1022: GIVE(pi_uint32, 2);
  case 0x1023: GIVE(uint64_t, 32768);
  case 0x1025: GIVE(size_t, 1);
  case 0x1026: GIVE(pi_uint32, 1);
  case 0x1027: GIVE(pi_uint32, 1);
  case 0x1028: GIVE(pi_uint32, 0);
  case 0x1029: GIVE(uint64_t, 1);
  case 0x102A: GIVE(uint64_t, 2);
  case 0x102B: GIVE_TEXT("Host processor");
  case 0x102C: GIVE_TEXT("Backplane tests");
  case 0x102D: GIVE_TEXT("1.0");
  case 0x102E: GIVE_TEXT("FULL_PROFILE");
  case 0x102F: GIVE_TEXT("host 1.0");
  case 0x1030: GIVE_TEXT("");
  case 0x1031: GIVE(void *, &the_platform);
  case 0x1035: GIVE(pi_uint32, 1);
  case 0x103E: GIVE(pi_uint32, 0);
  case 0x1042: GIVE(void *, 0);
  case 0x1043: GIVE(pi_uint32, 0);
  case 0x1047: GIVE(pi_uint32, 1);
  case 0x105B: GIVE_TEXT("");
  case 0x4190: GIVE(uint64_t, 0);
  case 0x4191: GIVE(uint64_t, 0);
  case 0x4192: GIVE(uint64_t, 0);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piDeviceRetain(void *device) { return device == &the_device ? PI_SUCCESS : PI_INVALID_DEVICE; }
static pi_result piDeviceRelease(void *device) { return piDeviceRetain(device); }

struct binary { uint16_t version; uint8_t kind, format; char *target; };

static pi_result piextDeviceSelectBinary(void *device, struct binary **binaries, pi_uint32 n, pi_uint32 *index) {
  *index = 0xFFFFFFFF;
  if (device != &the_device) {
    return PI_INVALID_DEVICE;
  }
  for (pi_uint32 i = 0; i < n && *index == 0xFFFFFFFF; i++) {
    if (strcmp(binaries[i]->target, "host") == 0) {
      *index = i;
    }
  }
  return *index == 0xFFFFFFFF ? PI_INVALID_BINARY : PI_SUCCESS;
}

/* ---- handles below: there is nothing below, so a handle is its own, and its references are those of the object */

#define NATIVE(Type)                                                                                                     \
  static pi_result piext##Type##GetNativeHandle(void *object, uintptr_t *native) {                                     \
    *native = (uintptr_t)object;                                                                                         \
    return PI_SUCCESS;                                                                                                   \
  }
NATIVE(Platform)
NATIVE(Device)
NATIVE(Context)
NATIVE(Program)
NATIVE(Kernel)
NATIVE(Event)

static pi_result piextMemGetNativeHandle(void *mem, void *device, uintptr_t *native) {
  if (!is(mem, MEM) || device != &the_device) {
    return PI_INVALID_MEM_OBJECT;
  }
  *native = (uintptr_t)mem;
  return PI_SUCCESS;
}

static pi_result piextQueueGetNativeHandle(void *q, uintptr_t *native, int32_t *description) {
  *native = (uintptr_t)q;
  *description = 0;
  return PI_SUCCESS;
}

#define IDENTITY(KIND, ERROR)                                                                                            \
  if (!is((void *)native, KIND)) {                                                                                       \
    return ERROR;                                                                                                        \
  }                                                                                                                      \
  (void)context, (void)own;                                                                                              \
  *out = (void *)native;                                                                                                 \
  return PI_SUCCESS

static pi_result piextMemCreateWithNativeHandle(uintptr_t native, void *context, char own, void **out) {
  IDENTITY(MEM, PI_INVALID_MEM_OBJECT);
}
static pi_result piextProgramCreateWithNativeHandle(uintptr_t native, void *context, char own, void **out) {
  IDENTITY(PROGRAM, PI_INVALID_PROGRAM);
}
static pi_result piextEventCreateWithNativeHandle(uintptr_t native, void *context, char own, void **out) {
  IDENTITY(EVENT, PI_INVALID_EVENT);
}
static pi_result piextKernelCreateWithNativeHandle(uintptr_t native, void *context, void *program, char own, void **out) {
  (void)program;
  IDENTITY(KERNEL, PI_INVALID_KERNEL);
}
static pi_result piextQueueCreateWithNativeHandle(uintptr_t native, int32_t description, void *context, void *device, char own,
                                                  const uint64_t *properties, void **out) {
  (void)description, (void)device, (void)properties;
  IDENTITY(QUEUE, PI_INVALID_QUEUE);
}

/* ---- contexts, queues */

#define COUNTED(type, KIND, ERROR)                                                                                       \
  static pi_result pi##type##Retain(void *o) {                                                                         \
    if (!is(o, KIND)) {                                                                                                  \
      return ERROR;                                                                                                      \
    }                                                                                                                    \
    ((struct object *)o)->refs++;                                                                                        \
    return PI_SUCCESS;                                                                                                   \
  }                                                                                                                      \
  static pi_result pi##type##Release(void *o) {                                                                        \
    if (!is(o, KIND)) {                                                                                                  \
      return ERROR;                                                                                                      \
    }                                                                                                                    \
    drop(o);                                                                                                             \
    return PI_SUCCESS;                                                                                                   \
  }
COUNTED(Context, CONTEXT, PI_INVALID_CONTEXT)
COUNTED(Queue, QUEUE, PI_INVALID_QUEUE)
COUNTED(Mem, MEM, PI_INVALID_MEM_OBJECT)
COUNTED(Program, PROGRAM, PI_INVALID_PROGRAM)
COUNTED(Kernel, KERNEL, PI_INVALID_KERNEL)
COUNTED(Event, EVENT, PI_INVALID_EVENT)

typedef void (*context_notify)(const char *, const void *, size_t, void *);

static pi_result piContextCreate(const intptr_t *properties, pi_uint32 n, void *const *devices, context_notify notify, void *user,
                                 void **context) {
  (void)properties, (void)notify, (void)user;
  if (n != 1 || devices[0] != &the_device) {
    return PI_INVALID_DEVICE;
  }
  *context = fresh(CONTEXT, sizeof(struct context), NULL);
  return PI_SUCCESS;
}

static pi_result piContextGetInfo(void *context, pi_uint32 name, size_t size, void *out, size_t *ret) {
  if (!is(context, CONTEXT)) {
    return PI_INVALID_CONTEXT;
  }
  switch (name) {
  case 0x1080: GIVE(pi_uint32, ((struct object *)context)->refs);
  case 0x1081: GIVE(void *, &the_device);
  case 0x1083: GIVE(pi_uint32, 1);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result queue(void *context, void *device, uint64_t flags, void **out) {
  if (!is(context, CONTEXT)) {
    return PI_INVALID_CONTEXT;
  }
  if (device != &the_device) {
    return PI_INVALID_DEVICE;
  }
  struct queue *q = fresh(QUEUE, sizeof *q, context);
  q->flags = flags;
  *out = q;
  return PI_SUCCESS;
}

static pi_result piQueueCreate(void *context, void *device, uint64_t flags, void **out) {
  return queue(context, device, flags, out);
}

static pi_result piextQueueCreate(void *context, void *device, const uint64_t *properties, void **out) {
  uint64_t flags = 0;
  for (; properties && properties[0]; properties += 2) {
    if (properties[0] == (uint64_t)-1) {
      flags = properties[1];
    } else if (properties[0] != (uint64_t)-2) {
      return PI_INVALID_VALUE;
    }
  }
  return queue(context, device, flags, out);
}

static pi_result piQueueGetInfo(void *q, pi_uint32 name, size_t size, void *out, size_t *ret) {
  if (!is(q, QUEUE)) {
    return PI_INVALID_QUEUE;
  }
  switch (name) {
  case 0x1090: GIVE(void *, ((struct object *)q)->owner);
  case 0x1091: GIVE(void *, &the_device);
  case 0x1092: GIVE(pi_uint32, ((struct object *)q)->refs);
  case 0x1093: GIVE(uint64_t, ((struct queue *)q)->flags);
  case 0x2096: GIVE(pi_uint32, 1);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piQueueFinish(void *q) { return is(q, QUEUE) ? PI_SUCCESS : PI_INVALID_QUEUE; }
static pi_result piQueueFlush(void *q) { return piQueueFinish(q); }

/* ---- memory */

static pi_result piMemBufferCreate(void *context, uint64_t flags, size_t size, void *host, void **out, const uint64_t *properties) {
  (void)properties;
  if (!is(context, CONTEXT)) {
    return PI_INVALID_CONTEXT;
  }
  if (size == 0 || size > 1u << 28) {
    return PI_INVALID_BUFFER_SIZE;
  }
  struct mem *m = fresh(MEM, sizeof *m, context);
  m->flags = flags;
  m->size = size;
  if (flags & 8) {
    m->data = host;
  } else {
    m->data = m->own = calloc(1, size);
    if (host && (flags & 32)) {
      memcpy(m->data, host, size);
    }
  }
  *out = m;
  return PI_SUCCESS;
}

static pi_result piMemBufferPartition(void *mem, uint64_t flags, pi_uint32 type, const size_t *region, void **out) {
  struct mem *of = mem;
  if (!is(mem, MEM) || of->origin || type != 0x1220) {
    return PI_INVALID_MEM_OBJECT;
  }
  if (region[1] == 0 || region[0] > of->size || region[1] > of->size - region[0]) {
    return PI_INVALID_VALUE;
  }
  struct mem *m = fresh(MEM, sizeof *m, mem);
  m->flags = flags;
  m->size = region[1];
  m->origin = region[0];
  m->data = of->data + region[0];
  *out = m;
  return PI_SUCCESS;
}

static pi_result piMemGetInfo(void *mem, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct mem *m = mem;
  if (!is(mem, MEM)) {
    return PI_INVALID_MEM_OBJECT;
  }
  struct object *context = m->o.owner;
  while (context->kind != CONTEXT) {
    context = context->owner;
  }
  switch (name) {
  case 0x1100: GIVE(pi_uint32, 0x10F0);
  case 0x1101: GIVE(uint64_t, m->flags);
  case 0x1102: GIVE(size_t, m->size);
  case 0x1105: GIVE(pi_uint32, m->o.refs);
  case 0x1106: GIVE(void *, context);
  case 0x1108: GIVE(size_t, m->origin);
  default: return PI_INVALID_VALUE;
  }
}

/* ---- programs, kernels */

static void vadd(struct argument *a, struct item *i) {
  const int32_t *left = a[0].pointer, *right = a[1].pointer;
  int32_t *sum = a[2].pointer;
  int32_t n = *(int32_t *)a[3].bytes;
  /* Started as a task it does all of them; over a range each item does its own. */
  if (i->global[0] == 1) {
    for (int32_t k = 0; k < n; k++) {
      sum[k] = (int32_t)((uint32_t)left[k] + (uint32_t)right[k]);
    }
  } else if (i->id[0] < (size_t)n) {
    sum[i->id[0]] = (int32_t)((uint32_t)left[i->id[0]] + (uint32_t)right[i->id[0]]);
  }
}

static void places(struct argument *a, struct item *i) {
  uint32_t *out = a[0].pointer;
  size_t at = i->id[0] + i->global[0] * (i->id[1] + i->global[1] * i->id[2]);
  out[at] = (uint32_t)(i->id[0] + 100 * i->id[1] + 10000 * i->id[2]);
}

static void nothing(struct argument *a, struct item *i) { (void)a, (void)i; }

static const struct builtin BUILTINS[] = {
    {"vadd", vadd, 4, {{"a", "int*", GLOBAL, 8}, {"b", "int*", GLOBAL, 8}, {"sum", "int*", GLOBAL, 8}, {"n", "int", VALUE, 4}}},
    {"places", places, 1, {{"out", "uint*", GLOBAL, 8}}},
    {"nothing", nothing, 0, {{0}}},
};

static const struct builtin *builtin(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++) {
    if (strlen(BUILTINS[i].name) == length && memcmp(BUILTINS[i].name, name, length) == 0) {
      return &BUILTINS[i];
    }
  }
  return NULL;
}

static pi_result piProgramCreateWithBinary(void *context, pi_uint32 n, void *const *devices, const size_t *lengths,
                                           const unsigned char **binaries, size_t n_metadata, const void *metadata, int32_t *status,
                                           void **out) {
  (void)n_metadata, (void)metadata;
  if (!is(context, CONTEXT)) {
    return PI_INVALID_CONTEXT;
  }
  if (n != 1 || devices[0] != &the_device) {
    return PI_INVALID_DEVICE;
  }
  int good = lengths[0] >= 5 && memcmp(binaries[0], "host\n", 5) == 0;
  if (status) {
    *status = good ? PI_SUCCESS : PI_INVALID_BINARY;
  }
  if (!good) {
    return PI_INVALID_BINARY;
  }
  struct program *p = fresh(PROGRAM, sizeof *p, context);
  p->size = lengths[0];
  p->code = malloc(p->size + 1);
  memcpy(p->code, binaries[0], p->size);
  p->code[p->size] = 0;
  *out = p;
  return PI_SUCCESS;
}

typedef void (*program_notify)(void *, void *);

static pi_result piProgramBuild(void *program, pi_uint32 n, void *const *devices, const char *options, program_notify notify,
                                void *user) {
  struct program *p = program;
  replace_handlers();
  if (!is(program, PROGRAM) || (n && devices[0] != &the_device)) {
    return PI_INVALID_PROGRAM;
  }
  snprintf(p->options, sizeof p->options, "%s", options ? options : "");
  p->built = 1;
  snprintf(p->log, sizeof p->log, "built for the host");
  for (char *line = strchr(p->code, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    size_t length = strcspn(line + 1, "\n");
    if (length && !builtin(line + 1, length)) {
      snprintf(p->log, sizeof p->log, "host:%d: error: no kernel '%.*s' is compiled in", 2, (int)length, line + 1);
      p->built = -2;
    }
  }
  if (notify) {
    notify(program, user);
  }
  return p->built == 1 ? PI_SUCCESS : PI_BUILD_PROGRAM_FAILURE;
}

static size_t names(struct program *p, char *out) {
  size_t count = 0;
  char *end = out;
  for (char *line = strchr(p->code, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    size_t length = strcspn(line + 1, "\n");
    if (length) {
      end += sprintf(end, "%s%.*s", count ? ";" : "", (int)length, line + 1);
      count++;
    }
  }
  *end = 0;
  return count;
}

static pi_result piProgramGetInfo(void *program, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct program *p = program;
  if (!is(program, PROGRAM)) {
    return PI_INVALID_PROGRAM;
  }
  char text[1024];
  size_t count = p->size < sizeof text ? names(p, text) : 0;
  switch (name) {
  case 0x1160: GIVE(pi_uint32, p->o.refs);
  case 0x1161: GIVE(void *, p->o.owner);
  case 0x1162: GIVE(pi_uint32, 1);
  case 0x1163: GIVE(void *, &the_device);
  case 0x1165: GIVE(size_t, p->size);
  case 0x1166:
    if (out) {
      char *where = *(char **)out;
      if (where) {
        memcpy(where, p->code, p->size);
      }
    }
    if (ret) {
      *ret = sizeof(char *);
    }
    return PI_SUCCESS;
  case 0x1167:
    if (p->built != 1) {
      return PI_INVALID_PROGRAM_EXECUTABLE;
    }
    GIVE(size_t, count);
  case 0x1168:
    if (p->built != 1) {
      return PI_INVALID_PROGRAM_EXECUTABLE;
    }
    GIVE_TEXT(text);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piProgramGetBuildInfo(void *program, void *device, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct program *p = program;
  if (!is(program, PROGRAM) || device != &the_device) {
    return PI_INVALID_PROGRAM;
  }
  switch (name) {
  case 0x1181: GIVE(int32_t, p->built == 1 ? 0 : p->built == 0 ? -1 : -2);
  case 0x1182: GIVE_TEXT(p->options);
  case 0x1183: GIVE_TEXT(p->log);
  case 0x1184: GIVE(pi_uint32, 4);
  default: return PI_INVALID_VALUE;
  }
}

/* Answers by the plugin's own message: a warning for id 1, an error for any other. */
static pi_result piextProgramSetSpecializationConstant(void *program, pi_uint32 id, size_t size, const void *value) {
  (void)size, (void)value;
  if (!is(program, PROGRAM)) {
    return PI_INVALID_PROGRAM;
  }
  snprintf(last_message, sizeof last_message, "constant %u is of no use here", id);
  last_result = id == 1 ? PI_SUCCESS : PI_INVALID_VALUE;
  return PI_PLUGIN_SPECIFIC_ERROR;
}

static pi_result piPluginGetLastError(char **message) {
  *message = last_message;
  return last_result;
}

static pi_result piKernelCreate(void *program, const char *name, void **out) {
  struct program *p = program;
  if (!is(program, PROGRAM)) {
    return PI_INVALID_PROGRAM;
  }
  if (p->built != 1) {
    return PI_INVALID_PROGRAM_EXECUTABLE;
  }
  const struct builtin *b = builtin(name, strlen(name));
  char line[128];
  snprintf(line, sizeof line, "\n%s", name);
  char *at = strstr(p->code, line);
  if (!b || !at || (at[strlen(line)] != '\n' && at[strlen(line)] != 0)) {
    return PI_INVALID_KERNEL_NAME;
  }
  struct kernel *k = fresh(KERNEL, sizeof *k, program);
  k->builtin = b;
  *out = k;
  return PI_SUCCESS;
}

static pi_result piKernelSetArg(void *kernel, pi_uint32 index, size_t size, const void *value) {
  struct kernel *k = kernel;
  if (!is(kernel, KERNEL)) {
    return PI_INVALID_KERNEL;
  }
  if (index >= k->builtin->count) {
    return PI_INVALID_ARG_INDEX;
  }
  const struct parameter *p = &k->builtin->parameters[index];
  if (p->what == VALUE && size != p->size) {
    return PI_INVALID_ARG_SIZE;
  }
  if (p->what != LOCAL && !value) {
    return PI_INVALID_ARG_VALUE;
  }
  struct argument *a = &k->arguments[index];
  if (p->what == GLOBAL) {
    struct mem *m = *(struct mem *const *)value;
    if (!is(m, MEM)) {
      return PI_INVALID_MEM_OBJECT;
    }
    a->pointer = m->data;
  } else if (p->what == VALUE) {
    memcpy(a->bytes, value, size);
  }
  a->size = size;
  a->set = 1;
  return PI_SUCCESS;
}

static pi_result piextKernelSetArgMemObj(void *kernel, pi_uint32 index, const void *properties, void *const *mem) {
  (void)properties;
  return piKernelSetArg(kernel, index, sizeof(void *), mem);
}

static pi_result piextKernelSetArgPointer(void *kernel, pi_uint32 index, size_t size, const void *value) {
  struct kernel *k = kernel;
  if (!is(kernel, KERNEL)) {
    return PI_INVALID_KERNEL;
  }
  if (index >= k->builtin->count || k->builtin->parameters[index].what != GLOBAL) {
    return PI_INVALID_ARG_INDEX;
  }
  (void)size;
  k->arguments[index].pointer = *(void *const *)value;
  k->arguments[index].set = 1;
  return PI_SUCCESS;
}

static pi_result piKernelGetInfo(void *kernel, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct kernel *k = kernel;
  if (!is(kernel, KERNEL)) {
    return PI_INVALID_KERNEL;
  }
  switch (name) {
  case 0x1190: GIVE_TEXT(k->builtin->name);
  case 0x1191: GIVE(pi_uint32, k->builtin->count);
  case 0x1192: GIVE(pi_uint32, k->o.refs);
  case 0x1193: GIVE(void *, k->o.owner->owner);
  case 0x1194: GIVE(void *, k->o.owner);
  case 0x1195: GIVE_TEXT("");
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piKernelGetGroupInfo(void *kernel, void *device, pi_uint32 name, size_t size, void *out, size_t *ret) {
  if (!is(kernel, KERNEL) || device != &the_device) {
    return PI_INVALID_KERNEL;
  }
  switch (name) {
  case 0x11B0: GIVE(size_t, 1024);
  case 0x11B1: {
    size_t required[3] = {0, 0, 0};
    return give(required, sizeof required, size, out, ret);
  }
  case 0x11B2: GIVE(uint64_t, 0);
  case 0x11B3: GIVE(size_t, 1);
  case 0x11B4: GIVE(uint64_t, 0);
  default: return PI_INVALID_VALUE;
  }
}

/* Beyond the table, found by its name: what the arguments of a kernel are. */
pi_result piclKernelGetArgInfo(void *kernel, pi_uint32 index, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct kernel *k = kernel;
  if (!is(kernel, KERNEL)) {
    return PI_INVALID_KERNEL;
  }
  if (index >= k->builtin->count) {
    return PI_INVALID_ARG_INDEX;
  }
  const struct parameter *p = &k->builtin->parameters[index];
  switch (name) {
  case 0x1196: GIVE(pi_uint32, p->what == GLOBAL ? 0x119B : p->what == LOCAL ? 0x119C : 0x119E);
  case 0x1197: GIVE(pi_uint32, 0x11A3);
  case 0x1198: GIVE_TEXT(p->type);
  case 0x1199: GIVE(uint64_t, 0);
  case 0x119A: GIVE_TEXT(p->name);
  default: return PI_INVALID_VALUE;
  }
}

/* ---- events */

static pi_result done(struct queue *q, pi_uint32 type, uint64_t start, void **out) {
  if (out) {
    struct event *e = fresh(EVENT, sizeof *e, q->o.owner);
    e->type = type;
    e->queue = q;
    e->times[0] = e->times[1] = e->times[2] = start;
    e->times[3] = now();
    *out = e;
  }
  return PI_SUCCESS;
}

static pi_result check(void *q, pi_uint32 n, void *const *wait) {
  if (!is(q, QUEUE)) {
    return PI_INVALID_QUEUE;
  }
  if ((n == 0) != (wait == NULL)) {
    return PI_INVALID_EVENT_WAIT_LIST;
  }
  for (pi_uint32 i = 0; i < n; i++) {
    if (!is(wait[i], EVENT)) {
      return PI_INVALID_EVENT_WAIT_LIST;
    }
  }
  return PI_SUCCESS;
}
#define CHECK(q)                                                                                                         \
  uint64_t start = now();                                                                                                \
  pi_result wrong = check(q, n, wait);                                                                                   \
  if (wrong) {                                                                                                           \
    return wrong;                                                                                                        \
  }
#define W pi_uint32 n, void *const *wait, void **event

static pi_result piEventCreate(void *context, void **event) {
  if (!is(context, CONTEXT)) {
    return PI_INVALID_CONTEXT;
  }
  struct event *e = fresh(EVENT, sizeof *e, context);
  e->type = 0x1204;
  *event = e;
  return PI_SUCCESS;
}

static pi_result piEventGetInfo(void *event, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct event *e = event;
  if (!is(event, EVENT)) {
    return PI_INVALID_EVENT;
  }
  switch (name) {
  case 0x11D0: GIVE(void *, e->queue);
  case 0x11D1: GIVE(pi_uint32, e->type);
  case 0x11D2: GIVE(pi_uint32, e->o.refs);
  case 0x11D3: GIVE(int32_t, 0);
  case 0x11D4: GIVE(void *, e->o.owner);
  default: return PI_INVALID_VALUE;
  }
}

static pi_result piEventGetProfilingInfo(void *event, pi_uint32 name, size_t size, void *out, size_t *ret) {
  struct event *e = event;
  if (!is(event, EVENT)) {
    return PI_INVALID_EVENT;
  }
  if (!e->queue) {
    return PI_PROFILING_INFO_NOT_AVAILABLE;
  }
  if (name < 0x1280 || name > 0x1283) {
    return PI_INVALID_VALUE;
  }
  GIVE(uint64_t, e->times[name - 0x1280]);
}

static pi_result piEventsWait(pi_uint32 n, void *const *events) {
  if (n == 0) {
    return PI_INVALID_VALUE;
  }
  for (pi_uint32 i = 0; i < n; i++) {
    if (!is(events[i], EVENT)) {
      return PI_INVALID_EVENT;
    }
  }
  return PI_SUCCESS;
}

typedef void (*event_notify)(void *, int32_t, void *);
struct call { event_notify notify; void *event; void *user; };

static void *call(void *argument) {
  struct call *c = argument;
  c->notify(c->event, 0, c->user);
  drop(c->event);
  free(c);
  pthread_mutex_lock(&callback_lock);
  callbacks--;
  pthread_cond_broadcast(&callback_done);
  pthread_mutex_unlock(&callback_lock);
  if (lingers) {
    nanosleep(&(struct timespec){0, 300000000}, NULL);
  }
  return NULL;
}

static pi_result piEventSetCallback(void *event, int32_t type, event_notify notify, void *user) {
  (void)type;
  if (!is(event, EVENT) || !notify) {
    return PI_INVALID_EVENT;
  }
  struct call *c = malloc(sizeof *c);
  *c = (struct call){notify, event, user};
  ((struct object *)event)->refs++;
  pthread_t thread;
  callbacks++;
  if (pthread_create(&thread, NULL, call, c)) {
    callbacks--;
    drop(event);
    free(c);
    return PI_OUT_OF_RESOURCES;
  }
  pthread_detach(thread);
  return PI_SUCCESS;
}

/* ---- commands */

static pi_result piEnqueueKernelLaunch(void *q, void *kernel, pi_uint32 dim, const size_t *offset, const size_t *global,
                                       const size_t *local, W) {
  CHECK(q)
  struct kernel *k = kernel;
  if (!is(kernel, KERNEL)) {
    return PI_INVALID_KERNEL;
  }
  if (dim < 1 || dim > 3) {
    return PI_INVALID_WORK_DIMENSION;
  }
  for (pi_uint32 i = 0; i < k->builtin->count; i++) {
    if (!k->arguments[i].set) {
      return PI_INVALID_KERNEL_ARGS;
    }
  }
  struct item item = {{0, 0, 0}, {1, 1, 1}};
  size_t group = 1;
  for (pi_uint32 i = 0; i < dim; i++) {
    item.global[i] = global[i];
    if (local) {
      group *= local[i];
      if (local[i] == 0 || global[i] % local[i]) {
        return PI_INVALID_WORK_GROUP_SIZE;
      }
    }
  }
  if (group > 1024) {
    return PI_INVALID_WORK_GROUP_SIZE;
  }
  for (size_t z = 0; z < item.global[2]; z++) {
    for (size_t y = 0; y < item.global[1]; y++) {
      for (size_t x = 0; x < item.global[0]; x++) {
        size_t at[3] = {x, y, z};
        for (pi_uint32 i = 0; i < 3; i++) {
          item.id[i] = at[i] + (offset && i < dim ? offset[i] : 0);
        }
        k->builtin->run(k->arguments, &item);
      }
    }
  }
  return done(q, 0x11F0, start, event);
}

static pi_result piEnqueueEventsWait(void *q, W) {
  CHECK(q)
  return done(q, 0x11FE, start, event);
}

static pi_result piEnqueueEventsWaitWithBarrier(void *q, W) {
  CHECK(q)
  return done(q, 0x1205, start, event);
}

static int outside(void *mem, size_t offset, size_t size) {
  struct mem *m = mem;
  return !is(mem, MEM) || offset > m->size || size > m->size - offset;
}

static pi_result piEnqueueMemBufferRead(void *q, void *mem, pi_uint32 block, size_t offset, size_t size, void *to, W) {
  CHECK(q)
  (void)block;
  if (outside(mem, offset, size) || !to) {
    return PI_INVALID_VALUE;
  }
  memcpy(to, ((struct mem *)mem)->data + offset, size);
  return done(q, 0x11F3, start, event);
}

static pi_result piEnqueueMemBufferWrite(void *q, void *mem, pi_uint32 block, size_t offset, size_t size, const void *from, W) {
  CHECK(q)
  (void)block;
  if (outside(mem, offset, size) || !from) {
    return PI_INVALID_VALUE;
  }
  memcpy(((struct mem *)mem)->data + offset, from, size);
  return done(q, 0x11F4, start, event);
}

static pi_result piEnqueueMemBufferCopy(void *q, void *from, void *to, size_t from_offset, size_t to_offset, size_t size, W) {
  CHECK(q)
  if (outside(from, from_offset, size) || outside(to, to_offset, size)) {
    return PI_INVALID_VALUE;
  }
  memmove(((struct mem *)to)->data + to_offset, ((struct mem *)from)->data + from_offset, size);
  return done(q, 0x11F5, start, event);
}

static pi_result piEnqueueMemBufferFill(void *q, void *mem, const void *pattern, size_t pattern_size, size_t offset, size_t size, W) {
  CHECK(q)
  if (outside(mem, offset, size) || !pattern || pattern_size == 0 || offset % pattern_size || size % pattern_size) {
    return PI_INVALID_VALUE;
  }
  for (size_t at = 0; at < size; at += pattern_size) {
    memcpy(((struct mem *)mem)->data + offset + at, pattern, pattern_size);
  }
  return done(q, 0x1207, start, event);
}

static pi_result rect(char *to, const size_t *to_at, size_t to_row, size_t to_slice, size_t to_size, const char *from,
                      const size_t *from_at, size_t from_row, size_t from_slice, size_t from_size, const size_t *region) {
  to_row = to_row ? to_row : region[0];
  from_row = from_row ? from_row : region[0];
  to_slice = to_slice ? to_slice : to_row * region[1];
  from_slice = from_slice ? from_slice : from_row * region[1];
  if (!region[0] || !region[1] || !region[2]) {
    return PI_INVALID_VALUE;
  }
  size_t last_z = region[2] - 1, last_y = region[1] - 1;
  if ((to_at[2] + last_z) * to_slice + (to_at[1] + last_y) * to_row + to_at[0] + region[0] > to_size ||
      (from_at[2] + last_z) * from_slice + (from_at[1] + last_y) * from_row + from_at[0] + region[0] > from_size) {
    return PI_INVALID_VALUE;
  }
  for (size_t z = 0; z < region[2]; z++) {
    for (size_t y = 0; y < region[1]; y++) {
      memmove(to + (to_at[2] + z) * to_slice + (to_at[1] + y) * to_row + to_at[0],
              from + (from_at[2] + z) * from_slice + (from_at[1] + y) * from_row + from_at[0], region[0]);
    }
  }
  return PI_SUCCESS;
}

static pi_result piEnqueueMemBufferReadRect(void *q, void *mem, pi_uint32 block, const size_t *at, const size_t *host_at,
                                            const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *to,
                                            W) {
  CHECK(q)
  (void)block;
  struct mem *m = mem;
  if (!is(mem, MEM)) {
    return PI_INVALID_MEM_OBJECT;
  }
  wrong = rect(to, host_at, host_row, host_slice, SIZE_MAX, m->data, at, row, slice, m->size, region);
  return wrong ? wrong : done(q, 0x1201, start, event);
}

static pi_result piEnqueueMemBufferWriteRect(void *q, void *mem, pi_uint32 block, const size_t *at, const size_t *host_at,
                                             const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice,
                                             const void *from, W) {
  CHECK(q)
  (void)block;
  struct mem *m = mem;
  if (!is(mem, MEM)) {
    return PI_INVALID_MEM_OBJECT;
  }
  wrong = rect(m->data, at, row, slice, m->size, from, host_at, host_row, host_slice, SIZE_MAX, region);
  return wrong ? wrong : done(q, 0x1202, start, event);
}

static pi_result piEnqueueMemBufferCopyRect(void *q, void *from, void *to, const size_t *from_at, const size_t *to_at,
                                            const size_t *region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, W) {
  CHECK(q)
  struct mem *a = from, *b = to;
  if (!is(from, MEM) || !is(to, MEM)) {
    return PI_INVALID_MEM_OBJECT;
  }
  wrong = rect(b->data, to_at, to_row, to_slice, b->size, a->data, from_at, from_row, from_slice, a->size, region);
  return wrong ? wrong : done(q, 0x1203, start, event);
}

static pi_result piEnqueueMemBufferMap(void *q, void *mem, pi_uint32 block, uint64_t flags, size_t offset, size_t size, pi_uint32 n,
                                       void *const *wait, void **event, void **out) {
  CHECK(q)
  (void)block, (void)flags;
  if (outside(mem, offset, size)) {
    return PI_INVALID_VALUE;
  }
  *out = ((struct mem *)mem)->data + offset;
  return done(q, 0x11FB, start, event);
}

static pi_result piEnqueueMemUnmap(void *q, void *mem, void *pointer, W) {
  CHECK(q)
  struct mem *m = mem;
  if (!is(mem, MEM) || (char *)pointer < m->data || (char *)pointer > m->data + m->size) {
    return PI_INVALID_VALUE;
  }
  return done(q, 0x11FD, start, event);
}

/* ---- the rest */

static pi_result piPluginGetBackendOption(void *platform, const char *option, const char **backend) {
  if (platform != &the_platform || strncmp(option, "-O", 2) != 0) {
    return PI_INVALID_VALUE;
  }
  *backend = "";
  return PI_SUCCESS;
}

static pi_result piGetDeviceAndHostTimer(void *device, uint64_t *device_time, uint64_t *host_time) {
  if (device != &the_device) {
    return PI_INVALID_DEVICE;
  }
  uint64_t time = now();
  if (device_time) {
    *device_time = time;
  }
  if (host_time) {
    *host_time = time;
  }
  return PI_SUCCESS;
}

/* Waits until its threads have called; they may be in its code for some instructions more. */
static pi_result piTearDown(void *parameter) {
  (void)parameter;
  pthread_mutex_lock(&callback_lock);
  while (callbacks) {
    pthread_cond_wait(&callback_done, &callback_lock);
  }
  pthread_mutex_unlock(&callback_lock);
  return PI_SUCCESS;
}

pi_result piPluginInit(struct pi_plugin *plugin) {
  replace_handlers();
  if (host_is_too_old(plugin->host_version)) {
    return PI_INVALID_OPERATION;
  }
  strcpy(plugin->plugin_version, MY_VERSION);
#define FILL(function) plugin->table[SLOT_##function] = (void *)function;
  FILL(piPlatformsGet) FILL(piPlatformGetInfo) FILL(piextPlatformGetNativeHandle) FILL(piDevicesGet) FILL(piDeviceGetInfo)
  FILL(piDeviceRetain) FILL(piDeviceRelease) FILL(piextDeviceSelectBinary) FILL(piextDeviceGetNativeHandle)
  FILL(piContextCreate) FILL(piContextGetInfo) FILL(piContextRetain) FILL(piContextRelease) FILL(piextContextGetNativeHandle)
  FILL(piQueueCreate) FILL(piextQueueCreate) FILL(piQueueGetInfo) FILL(piQueueFinish) FILL(piQueueFlush) FILL(piQueueRetain)
  FILL(piQueueRelease) FILL(piMemBufferCreate) FILL(piMemGetInfo) FILL(piMemRetain) FILL(piMemRelease) FILL(piMemBufferPartition)
  FILL(piextMemGetNativeHandle) FILL(piProgramCreateWithBinary) FILL(piProgramGetInfo) FILL(piProgramBuild)
  FILL(piProgramGetBuildInfo) FILL(piProgramRetain) FILL(piProgramRelease) FILL(piextProgramSetSpecializationConstant)
  FILL(piKernelCreate) FILL(piKernelSetArg) FILL(piKernelGetInfo) FILL(piKernelGetGroupInfo) FILL(piKernelRetain)
  FILL(piKernelRelease) FILL(piextKernelSetArgPointer) FILL(piextKernelSetArgMemObj) FILL(piEventCreate) FILL(piEventGetInfo)
  FILL(piEventGetProfilingInfo) FILL(piEventsWait) FILL(piEventSetCallback) FILL(piEventRetain) FILL(piEventRelease)
  FILL(piEnqueueKernelLaunch) FILL(piEnqueueEventsWait) FILL(piEnqueueEventsWaitWithBarrier) FILL(piEnqueueMemBufferRead)
  FILL(piEnqueueMemBufferReadRect) FILL(piEnqueueMemBufferWrite) FILL(piEnqueueMemBufferWriteRect) FILL(piEnqueueMemBufferCopy)
  FILL(piEnqueueMemBufferCopyRect) FILL(piEnqueueMemBufferFill) FILL(piEnqueueMemBufferMap) FILL(piEnqueueMemUnmap)
  FILL(piextProgramGetNativeHandle) FILL(piextKernelGetNativeHandle) FILL(piextEventGetNativeHandle)
  FILL(piextQueueGetNativeHandle) FILL(piextMemCreateWithNativeHandle) FILL(piextProgramCreateWithNativeHandle)
  FILL(piextEventCreateWithNativeHandle) FILL(piextKernelCreateWithNativeHandle) FILL(piextQueueCreateWithNativeHandle)
  FILL(piPluginGetLastError) FILL(piPluginGetBackendOption) FILL(piGetDeviceAndHostTimer) FILL(piTearDown)
  const char *empty = getenv("HOST_PLUGIN_LEAVES_EMPTY");
  if (empty != NULL && *empty != 0) {
    plugin->table[atoi(empty)] = NULL;
  }
  return PI_SUCCESS;
}
