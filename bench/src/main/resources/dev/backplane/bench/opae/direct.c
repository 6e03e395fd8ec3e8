/* Calls functions of a plugin of OPAE by its table, with nothing between: direct PLUGIN. A line "read COUNT" is answered with nanoseconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WORDS 512
#define OPEN 3
#define READ64 10
#define ENUMERATE 16

typedef int (*configure)(void **table, const char *json);
typedef int (*enumerate)(const void *filters, uint32_t count, void **tokens, uint32_t room, uint32_t *found);
typedef int (*open_token)(void *token, void **handle, int flags);
typedef int (*read64)(void *handle, uint32_t space, uint64_t offset, uint64_t *value);

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int count, char **arguments) {
  /* As many slots as any release has. */
  static void *table[WORDS];
  void *token = NULL, *handle = NULL;
  uint32_t found = 0;
  void *library = count == 2 ? dlopen(arguments[1], RTLD_LAZY) : NULL;
  if (library == NULL) {
    fprintf(stderr, "direct: %s\n", count == 2 ? dlerror() : "a plugin is missing");
    return 1;
  }
  table[1] = arguments[1];
  table[2] = library;
  configure set_up = (configure)dlsym(library, "opae_plugin_configure");
  if (set_up == NULL || set_up(table, "{\"bus\": 1, \"resources\": 5}") != 0 ||
      ((enumerate)table[ENUMERATE])(NULL, 0, &token, 1, &found) != 0 || found != 5 ||
      ((open_token)table[OPEN])(token, &handle, 0) != 0) {
    fprintf(stderr, "direct: the plugin does not open its first resource\n");
    return 1;
  }
  puts("ready");
  fflush(stdout);
  uint64_t calls;
  while (scanf(" read %" SCNu64, &calls) == 1) {
    uint64_t value = 0;
    int results = 0;
    uint64_t begin = now();
    for (uint64_t i = 0; i < calls; i++) {
      /* Through the table each time, as a library that serves several plugins has to. */
      results |= ((read64)((void *volatile *)table)[READ64])(handle, 0, 64, &value);
    }
    uint64_t took = now() - begin;
    printf("%" PRIu64 "\n", results == 0 && value == 0 ? took : 0);
    fflush(stdout);
  }
  return 0;
}
