/*
 * A libxrt_coreutil for tests: the functions of XRT's C interface that the driver calls, a device
 * whose memory is this process's, and one kernel, which adds vectors of 32-bit numbers:
 * (in, in, out, count). Runs are executed by a thread each. What is to go wrong is said by the
 * functions fake_fail, fake_end and fake_release below. Handles are addresses of the objects.
 */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))
#define PAGE 4096
#define BANKS 64
#define REGISTERS 0x10000
#define STATES 12

enum { NEW = 1, RUNNING = 3, COMPLETED = 4 };

typedef uint64_t handle;
typedef void (*callback)(handle run, int state, void *data);

struct bank {
  uint64_t base;
  uint64_t size;
  uint64_t used;
  uint64_t next;
};

struct device {
  unsigned char uuid[16];
  struct bank banks[BANKS];
  int count;
};

/* Memory that a buffer and its parts share. */
struct memory {
  unsigned char *host;
  unsigned char *device;
  uint64_t address;
  uint64_t size;
  struct bank *bank;
  int is_user;
  int users;
};

struct buffer {
  struct memory *memory;
  uint64_t offset;
  uint64_t size;
};

struct kernel {
  uint32_t registers[REGISTERS / 4];
  int is_exclusive;
};

struct run {
  struct buffer *buffers[3];
  int count;
  int state;
  int busy;
  callback called[STATES + 1];
  void *data[STATES + 1];
};

struct image {
  char *bytes;
  int size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char failing[64];
static int failing_errno;
static char log_file[512];
static int end_state = COMPLETED;
static int hangs;

/* What tests say. */

/* Lets a function fail, with an errno or 0, until another is named; "" for none. */
EXPORT void fake_fail(const char *function, int number) {
  pthread_mutex_lock(&lock);
  snprintf(failing, sizeof failing, "%s", function);
  failing_errno = number;
  pthread_mutex_unlock(&lock);
}

/* Lets runs end in a state; 0 lets them hang until fake_release. */
EXPORT void fake_end(int state) {
  pthread_mutex_lock(&lock);
  hangs = state == 0;
  end_state = state == 0 ? COMPLETED : state;
  pthread_mutex_unlock(&lock);
}

/* Lets runs that hang end well. */
EXPORT void fake_release(void) {
  pthread_mutex_lock(&lock);
  hangs = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* Whether a function is to fail; says so in the log, as XRT does. */
static int fails(const char *function) {
  pthread_mutex_lock(&lock);
  int wanted = strcmp(failing, function) == 0;
  int number = failing_errno;
  if (wanted && log_file[0]) {
    FILE *file = fopen(log_file, "a");
    if (file) {
      fprintf(file, "[XRT] ERROR: %s was told to fail\n", function);
      fclose(file);
    }
  }
  pthread_mutex_unlock(&lock);
  /* What a C library leaves there after a success is not for the driver. */
  errno = wanted ? number : 0;
  return wanted;
}

EXPORT int xrtIniStringSet(const char *key, const char *value) {
  if (fails("xrtIniStringSet")) return -1;
  if (strcmp(key, "Runtime.runtime_log") == 0) snprintf(log_file, sizeof log_file, "%s", value);
  return 0;
}

/* Devices and images. */

EXPORT handle xrtDeviceOpen(unsigned int index) {
  (void)index;
  return fails("xrtDeviceOpen") ? 0 : (handle)calloc(1, sizeof(struct device));
}

EXPORT handle xrtDeviceOpenByBDF(const char *bdf) {
  (void)bdf;
  return fails("xrtDeviceOpenByBDF") ? 0 : (handle)calloc(1, sizeof(struct device));
}

EXPORT int xrtDeviceClose(handle device) {
  if (fails("xrtDeviceClose")) return -1;
  free((void *)device);
  return 0;
}

EXPORT handle xrtXclbinAllocRawData(const char *bytes, int size) {
  if (fails("xrtXclbinAllocRawData")) return 0;
  struct image *image = calloc(1, sizeof *image);
  image->bytes = malloc(size);
  image->size = size;
  memcpy(image->bytes, bytes, size);
  return (handle)image;
}

EXPORT int xrtXclbinFreeHandle(handle of) {
  if (fails("xrtXclbinFreeHandle")) return -1;
  struct image *image = (struct image *)of;
  free(image->bytes);
  free(image);
  return 0;
}

static uint64_t number(const char *at, int bytes) {
  uint64_t value = 0;
  memcpy(&value, at, bytes);
  return value;
}

/* Takes the identity and the banks (section 6, MEM_TOPOLOGY) from struct axlf. */
EXPORT int xrtDeviceLoadXclbinHandle(handle of, handle image_of) {
  if (fails("xrtDeviceLoadXclbinHandle")) return -1;
  struct device *device = (struct device *)of;
  const char *axlf = ((struct image *)image_of)->bytes;
  memcpy(device->uuid, axlf + 416, sizeof device->uuid);
  int sections = (int)number(axlf + 448, 4);
  for (int i = 0; i < sections; i++) {
    const char *entry = axlf + 456 + 40 * i;
    if (number(entry, 4) != 6) continue;
    const char *topology = axlf + number(entry + 24, 8);
    device->count = (int)number(topology, 4);
    for (int bank = 0; bank < device->count && bank < BANKS; bank++) {
      const char *record = topology + 8 + 40 * bank;
      struct bank *to = &device->banks[bank];
      to->size = number(record + 8, 8) * 1024;
      to->base = number(record + 16, 8);
      to->next = to->base;
    }
  }
  return 0;
}

EXPORT int xrtDeviceGetXclbinUUID(handle of, unsigned char *uuid) {
  if (fails("xrtDeviceGetXclbinUUID")) return -1;
  memcpy(uuid, ((struct device *)of)->uuid, 16);
  return 0;
}

/* Buffers. */

static handle allocate(struct device *device, void *user, uint64_t size, int group) {
  if (group < 0 || group >= device->count) {
    errno = EINVAL;
    return 0;
  }
  struct bank *bank = &device->banks[group];
  uint64_t taken = (size + PAGE - 1) / PAGE * PAGE;
  struct buffer *buffer = calloc(1, sizeof *buffer);
  struct memory *memory = calloc(1, sizeof *memory);
  pthread_mutex_lock(&lock);
  if (taken > bank->size - bank->used) {
    pthread_mutex_unlock(&lock);
    free(buffer);
    free(memory);
    errno = ENOMEM;
    return 0;
  }
  if (bank->used == 0 || bank->next + taken > bank->base + bank->size) bank->next = bank->base;
  memory->address = bank->next;
  bank->next += taken;
  bank->used += taken;
  pthread_mutex_unlock(&lock);
  memory->bank = bank;
  memory->size = taken;
  memory->is_user = user != NULL;
  memory->host = user ? user : aligned_alloc(PAGE, taken);
  memory->device = aligned_alloc(PAGE, taken);
  memory->users = 1;
  /* Neither copy is cleared, as XRT does not. */
  if (!user) memset(memory->host, 0xa5, taken);
  memset(memory->device, 0xa5, taken);
  buffer->memory = memory;
  buffer->size = size;
  return (handle)buffer;
}

EXPORT handle xrtBOAlloc(handle device, size_t size, uint64_t flags, unsigned int group) {
  (void)flags;
  return fails("xrtBOAlloc") ? 0 : allocate((struct device *)device, NULL, size, (int)group);
}

EXPORT handle xrtBOAllocUserPtr(
    handle device, void *user, size_t size, uint64_t flags, unsigned int group) {
  (void)flags;
  return fails("xrtBOAllocUserPtr") ? 0 : allocate((struct device *)device, user, size, (int)group);
}

EXPORT handle xrtBOSubAlloc(handle of, size_t size, size_t offset) {
  if (fails("xrtBOSubAlloc")) return 0;
  struct buffer *whole = (struct buffer *)of;
  struct buffer *part = calloc(1, sizeof *part);
  pthread_mutex_lock(&lock);
  whole->memory->users++;
  pthread_mutex_unlock(&lock);
  part->memory = whole->memory;
  part->offset = whole->offset + offset;
  part->size = size;
  return (handle)part;
}

EXPORT int xrtBOFree(handle of) {
  if (fails("xrtBOFree")) return -1;
  struct buffer *buffer = (struct buffer *)of;
  struct memory *memory = buffer->memory;
  pthread_mutex_lock(&lock);
  int users = --memory->users;
  if (users == 0) memory->bank->used -= memory->size;
  pthread_mutex_unlock(&lock);
  if (users == 0) {
    if (!memory->is_user) free(memory->host);
    free(memory->device);
    free(memory);
  }
  free(buffer);
  return 0;
}

EXPORT uint64_t xrtBOAddress(handle of) {
  struct buffer *buffer = (struct buffer *)of;
  return fails("xrtBOAddress") ? UINT64_MAX : buffer->memory->address + buffer->offset;
}

EXPORT void *xrtBOMap(handle of) {
  struct buffer *buffer = (struct buffer *)of;
  return fails("xrtBOMap") ? NULL : buffer->memory->host + buffer->offset;
}

EXPORT int xrtBOSync(handle of, int direction, size_t size, size_t offset) {
  if (fails("xrtBOSync")) return -1;
  struct buffer *buffer = (struct buffer *)of;
  unsigned char *host = buffer->memory->host + buffer->offset + offset;
  unsigned char *device = buffer->memory->device + buffer->offset + offset;
  if (direction == 0) memcpy(device, host, size);
  else memcpy(host, device, size);
  return 0;
}

EXPORT int xrtBOCopy(handle to, handle from, size_t size, size_t to_offset, size_t from_offset) {
  if (fails("xrtBOCopy")) return -1;
  struct buffer *target = (struct buffer *)to;
  struct buffer *source = (struct buffer *)from;
  memmove(
      target->memory->device + target->offset + to_offset,
      source->memory->device + source->offset + from_offset,
      size);
  return 0;
}

/* Kernels. */

static handle open_kernel(int is_exclusive) {
  struct kernel *kernel = calloc(1, sizeof *kernel);
  kernel->is_exclusive = is_exclusive;
  return (handle)kernel;
}

EXPORT handle xrtPLKernelOpen(handle device, const unsigned char *uuid, const char *name) {
  (void)device, (void)uuid, (void)name;
  return fails("xrtPLKernelOpen") ? 0 : open_kernel(0);
}

EXPORT handle xrtPLKernelOpenExclusive(handle device, const unsigned char *uuid, const char *name) {
  (void)device, (void)uuid, (void)name;
  return fails("xrtPLKernelOpenExclusive") ? 0 : open_kernel(1);
}

EXPORT int xrtKernelClose(handle kernel) {
  if (fails("xrtKernelClose")) return -1;
  free((void *)kernel);
  return 0;
}

EXPORT int xrtKernelReadRegister(handle of, uint32_t offset, uint32_t *value) {
  struct kernel *kernel = (struct kernel *)of;
  if (fails("xrtKernelReadRegister") || !kernel->is_exclusive || offset >= REGISTERS) return -1;
  *value = kernel->registers[offset / 4];
  return 0;
}

EXPORT int xrtKernelWriteRegister(handle of, uint32_t offset, uint32_t value) {
  struct kernel *kernel = (struct kernel *)of;
  if (fails("xrtKernelWriteRegister") || !kernel->is_exclusive || offset >= REGISTERS) return -1;
  kernel->registers[offset / 4] = value;
  return 0;
}

/* Runs. */

EXPORT handle xrtRunOpen(handle kernel) {
  (void)kernel;
  if (fails("xrtRunOpen")) return 0;
  struct run *run = calloc(1, sizeof *run);
  run->state = NEW;
  return (handle)run;
}

EXPORT int xrtRunSetArg(handle of, int index, ...) {
  if (fails("xrtRunSetArg")) return -1;
  struct run *run = (struct run *)of;
  va_list values;
  va_start(values, index);
  if (index < 3) run->buffers[index] = (struct buffer *)va_arg(values, handle);
  else run->count = va_arg(values, int);
  va_end(values);
  return 0;
}

static int32_t *words(struct buffer *buffer) {
  return (int32_t *)(buffer->memory->device + buffer->offset);
}

static void *execute(void *of) {
  struct run *run = of;
  pthread_mutex_lock(&lock);
  while (hangs) pthread_cond_wait(&changed, &lock);
  int state = end_state;
  pthread_mutex_unlock(&lock);
  if (state == COMPLETED) {
    for (int i = 0; i < run->count; i++) {
      words(run->buffers[2])[i] = words(run->buffers[0])[i] + words(run->buffers[1])[i];
    }
  }
  pthread_mutex_lock(&lock);
  run->state = state;
  /* XRT calls those for COMPLETED back whatever the end is. */
  callback called = run->called[COMPLETED];
  void *data = run->data[COMPLETED];
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  if (called) called((handle)run, state, data);
  pthread_mutex_lock(&lock);
  run->busy = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

EXPORT int xrtRunStart(handle of) {
  if (fails("xrtRunStart")) return -1;
  struct run *run = (struct run *)of;
  pthread_mutex_lock(&lock);
  while (run->busy) pthread_cond_wait(&changed, &lock);
  run->busy = 1;
  run->state = RUNNING;
  pthread_mutex_unlock(&lock);
  pthread_t thread;
  if (pthread_create(&thread, NULL, execute, run) != 0) return -1;
  pthread_detach(thread);
  return 0;
}

EXPORT int xrtRunState(handle of) {
  struct run *run = (struct run *)of;
  pthread_mutex_lock(&lock);
  int state = run->state;
  pthread_mutex_unlock(&lock);
  return state;
}

EXPORT int xrtRunWaitFor(handle of, unsigned int millis) {
  struct run *run = (struct run *)of;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += (long)(millis % 1000) * 1000000;
  end.tv_sec += millis / 1000 + end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  pthread_mutex_lock(&lock);
  int result = 0;
  while (run->state == RUNNING && result == 0) {
    result = pthread_cond_timedwait(&changed, &lock, &end);
  }
  int state = run->state;
  pthread_mutex_unlock(&lock);
  return state;
}

EXPORT int xrtRunSetCallback(handle of, int state, callback function, void *data) {
  if (fails("xrtRunSetCallback")) return -1;
  struct run *run = (struct run *)of;
  pthread_mutex_lock(&lock);
  run->called[state] = function;
  run->data[state] = data;
  pthread_mutex_unlock(&lock);
  return 0;
}

EXPORT int xrtRunClose(handle of) {
  if (fails("xrtRunClose")) return -1;
  struct run *run = (struct run *)of;
  pthread_mutex_lock(&lock);
  while (run->busy) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  free(run);
  return 0;
}
