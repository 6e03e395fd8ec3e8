/* An implementation that is called by name: of OpenCL 1.0, but with extensions. What it makes tells what it was asked for. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint64_t a_platform, a_device;

int32_t clGetPlatformIDs(uint32_t n, void **out, uint32_t *count) {
  if (count) *count = 1;
  if (out && n) out[0] = &a_platform;
  return 0;
}

static int32_t text(const char *text, size_t size, void *value, size_t *size_ret) {
  if (size_ret) *size_ret = strlen(text) + 1;
  if (value && size < strlen(text) + 1) return -30;
  if (value) strcpy(value, text);
  return 0;
}

int32_t clGetPlatformInfo(void *platform, uint32_t name, size_t size, void *value, size_t *size_ret) {
  if (name == 0x901) return text("OpenCL 1.0", size, value, size_ret);
  if (name == 0x903) return text("Nobody", size, value, size_ret);
  return name == 0x902 ? text("Older", size, value, size_ret) : -30;
}

int32_t clGetDeviceIDs(void *platform, uint64_t type, uint32_t n, void **out, uint32_t *count) {
  if (type == 4) return -1;
  if (count) *count = 1;
  if (out && n) out[0] = &a_device;
  return 0;
}

int32_t clGetDeviceInfo(void *device, uint32_t name, size_t size, void *value, size_t *size_ret) {
  static const uint32_t pci[4] = {1, 0x3b, 2, 3};
  if (name == 0x410F) {
    if (size_ret) *size_ret = sizeof pci;
    if (value) memcpy(value, pci, sizeof pci);
    return 0;
  }
  if (name == 0x102B) return text("Old accelerator", size, value, size_ret);
  if (name == 0x1000) {
    if (size_ret) *size_ret = 8;
    if (value) *(uint64_t *)value = 8;
    return 0;
  }
  return -30;
}

void *clCreateCommandQueue(void *context, void *device, uint64_t flags, int32_t *error) {
  *error = 0;
  return (void *)(uintptr_t)(0x1000 + flags);
}

void *clCreateSampler(void *context, uint32_t normalized, uint32_t addressing, uint32_t filter, int32_t *error) {
  *error = 0;
  return (void *)(uintptr_t)((uint64_t)normalized << 32 | addressing << 16 | filter);
}

static void *il(void *context, const void *il, size_t length, int32_t *error) {
  *error = length == 4 ? 0 : -30;
  return length == 4 ? (void *)0x11 : NULL;
}

static void *host(void *context, const uint64_t *properties, size_t size, uint32_t alignment, int32_t *error) {
  *error = 0;
  return (void *)(uintptr_t)(0x100000 + size + alignment);
}

static void *device(void *context, void *device, const uint64_t *properties, size_t size, uint32_t alignment, int32_t *error) {
  *error = size > 100 ? -61 : 0;
  return size > 100 ? NULL : (void *)(uintptr_t)(0x200000 + size + alignment);
}

static void *shared(void *context, void *device, const uint64_t *properties, size_t size, uint32_t alignment, int32_t *error) {
  *error = 0;
  return (void *)(uintptr_t)(0x300000 + size + alignment);
}

static int32_t release(void *context, void *pointer) { return pointer == (void *)0x42 ? -30 : 0; }

static int32_t argument(void *kernel, uint32_t index, const void *pointer) { return pointer == (void *)0x42 ? -50 : 0; }

static int32_t allocation(void *context, const void *pointer, uint32_t name, size_t size, void *value, size_t *size_ret) {
  if (name != 0x419A) return -30;
  *(uint32_t *)value = 0x4197;
  return 0;
}

static int32_t fill(void *queue, void *to, const void *pattern, size_t pattern_size, size_t size, uint32_t n, const void *events, void **event) {
  memset(to, *(const char *)pattern, pattern_size == 1 ? size : 0);
  return 0;
}

static int32_t copy(void *queue, uint32_t blocking, void *to, const void *from, size_t size, uint32_t n, const void *events, void **event) {
  memcpy(to, from, size);
  return 0;
}

static uint32_t told[8], tellings;

int32_t clSetKernelExecInfo(void *kernel, uint32_t name, size_t size, const void *value) {
  told[tellings++ & 7] = name;
  return 0;
}

static int32_t function(void *device, void *program, const char *name, uint64_t *pointer) {
  if (strcmp(name, "there")) return -50;
  *pointer = 0x77;
  return 0;
}

int32_t clGetKernelInfo(void *kernel, uint32_t name, size_t size, void *value, size_t *size_ret) {
  /* For the test: which execution infos were told. */
  if (size < sizeof told) return -30;
  memcpy(value, told, sizeof told);
  return 0;
}

void *clGetExtensionFunctionAddress(const char *name) {
  static const struct { const char *name; void *function; } all[] = {
      {"clCreateProgramWithILKHR", (void *)il},          {"clHostMemAllocINTEL", (void *)host},
      {"clDeviceMemAllocINTEL", (void *)device},         {"clSharedMemAllocINTEL", (void *)shared},
      {"clMemFreeINTEL", (void *)release},               {"clSetKernelArgMemPointerINTEL", (void *)argument},
      {"clGetMemAllocInfoINTEL", (void *)allocation},    {"clEnqueueMemFillINTEL", (void *)fill},
      {"clEnqueueMemcpyINTEL", (void *)copy},            {"clGetDeviceFunctionPointerINTEL", (void *)function},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].name, name)) return all[i].function;
  return NULL;
}
