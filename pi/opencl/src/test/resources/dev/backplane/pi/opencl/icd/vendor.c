/* An ICD-compatible library with one platform and no devices. What is defined when it is compiled makes it misbehave. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef VERSION
#define VERSION "3.0"
#endif

static int32_t platforms(uint32_t n, void **out, uint32_t *count);
static int32_t info(void *platform, uint32_t name, size_t size, void *value, size_t *size_ret);
static int32_t devices(void *platform, uint64_t type, uint32_t n, void **out, uint32_t *count) {
  return -1;
}

static const void *table[149] = {
    (const void *)platforms,
    (const void *)info,
    (const void *)devices,
#ifdef GARBAGE_SLOT
    (const void *)0x1234,
#endif
};

#ifdef SHORT_TABLE
/* The page behind it is not there, and neither are the slots. */
#include <sys/mman.h>
static const void **short_table(void) {
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  const void **at = (const void **)(pages + 4096) - SHORT_TABLE;
  memcpy(at, table, SHORT_TABLE * sizeof(void *));
  return at;
}
#endif

static struct { const void *table; } the_platform = {
#if defined(NO_TABLE) || defined(SHORT_TABLE)
    NULL
#elif defined(GARBAGE_TABLE)
    (const void *)0x123456789000
#else
    table
#endif
};

static int32_t platforms(uint32_t n, void **out, uint32_t *count) {
#ifdef NO_PLATFORMS
  return -1001;
#elif defined(FAILS)
  return -6;
#elif defined(MANY)
  if (count) *count = 2000000000;
  return 0;
#else
#ifdef SHORT_TABLE
  if (!the_platform.table) the_platform.table = short_table();
#endif
  if (count) *count = 1;
  if (out && n)
#ifdef GARBAGE_PLATFORM
    out[0] = (void *)0x42;
#else
    out[0] = &the_platform;
#endif
  return 0;
#endif
}

static int32_t info(void *platform, uint32_t name, size_t size, void *value, size_t *size_ret) {
  const char *text = name == 0x901 ? "OpenCL " VERSION " test" : name == 0x902 ? "Test platform" : name == 0x903 ? "Nobody" : name == 0x920 ? "TEST" : NULL;
#ifdef NO_SUFFIX
  if (name == 0x920) text = NULL;
#endif
  if (!text) return -30;
  if (size_ret) *size_ret = strlen(text) + 1;
  if (value) {
    if (size < strlen(text) + 1) return -30;
    strcpy(value, text);
  }
  return 0;
}

void *clGetExtensionFunctionAddress(const char *name) {
#ifdef NO_ICD
  return NULL;
#elif defined(GARBAGE_FUNCTION)
  return (void *)0x10;
#else
  return strcmp(name, "clIcdGetPlatformIDsKHR") ? NULL : (void *)platforms;
#endif
}
