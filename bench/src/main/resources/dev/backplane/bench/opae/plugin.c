/*
 * A plugin of OPAE for measuring: boards of a device and four accelerators, as many as its configuration says, whose
 * registers are words of memory behind a function. It does what OPAE's own plugins do for a call, and nothing more: tokens
 * are allocated, filters are compared field by field, properties are written under their lock.
 */
#define _GNU_SOURCE
#include <backplane/fpga.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define WORDS 512
/* A device and its accelerators have one bus address but for the function. */
#define OF_A_BOARD 5

enum { OBJTYPE = 1, SEGMENT, BUS, DEVICE, FUNCTION, VENDOR_ID = 7, DEVICE_ID, GUID, OBJECT_ID, NUM_ERRORS, NUM_MMIO = 33 };

/* What every token begins with. */
struct token {
  uint64_t magic;
  uint16_t vendor_id, device_id, segment;
  uint8_t bus, device, function;
  int32_t interface, objtype;
  uint64_t object_id;
  uint8_t guid[16];
  uint16_t subsystem_vendor_id, subsystem_device_id;
};

/* The structure behind fpga_properties, as plugins of OPAE know it. */
struct properties {
  pthread_mutex_t lock;
  uint64_t magic, valid;
  uint8_t guid[16];
  void *parent;
  int32_t objtype;
  uint16_t segment;
  uint8_t bus, device, function, socket_id;
  uint64_t object_id;
  uint16_t vendor_id, device_id;
  uint32_t num_errors;
  int32_t interface;
  uint16_t subsystem_vendor_id, subsystem_device_id;
  int32_t state;
  uint32_t num_mmio, num_interrupts;
};

struct handle {
  uint64_t words[WORDS];
};

/* The functions that this has, at their places in the table of releases 2.12 to 2.14. */
struct table {
  void *next, *path, *library;
  void *open, *close, *reset, *properties_of_handle, *properties, *update_properties;
  void *write64, *read64, *write32, *read32, *write512, *map, *unmap;
  void *enumerate, *clone_token, *destroy_token;
};

static unsigned bus, resources;

static void fill(struct token *token, unsigned index) {
  memset(token, 0, sizeof *token);
  token->magic = 0x62656e6368000001;
  token->vendor_id = 0x8086;
  token->device_id = 0xbcce;
  token->bus = (uint8_t)bus;
  token->device = (uint8_t)(index / OF_A_BOARD);
  token->function = (uint8_t)(index % OF_A_BOARD);
  token->objtype = token->function == 0 ? FPGA_DEVICE : FPGA_ACCELERATOR;
  token->object_id = (uint64_t)bus << 16 | index;
  token->guid[0] = token->function;
}

static int matches(const struct token *token, fpga_properties given) {
  struct properties *filter = given;
  pthread_mutex_lock(&filter->lock);
  uint64_t valid = filter->valid;
  int good = (!(valid >> OBJTYPE & 1) || filter->objtype == token->objtype) &&
             (!(valid >> BUS & 1) || filter->bus == token->bus) &&
             (!(valid >> GUID & 1) || memcmp(filter->guid, token->guid, sizeof token->guid) == 0);
  pthread_mutex_unlock(&filter->lock);
  return good;
}

static int any_matches(const struct token *token, const fpga_properties *filters, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (matches(token, filters[i])) {
      return 1;
    }
  }
  return count == 0;
}

EXPORT fpga_result bench_fpgaEnumerate(const fpga_properties *filters, uint32_t count, fpga_token *tokens,
                                       uint32_t room, uint32_t *found) {
  *found = 0;
  for (unsigned index = 0; index < resources; index++) {
    struct token token;
    fill(&token, index);
    if (any_matches(&token, filters, count)) {
      if (tokens != NULL && *found < room) {
        struct token *made = malloc(sizeof *made);
        *made = token;
        tokens[*found] = made;
      }
      ++*found;
    }
  }
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaCloneToken(fpga_token source, fpga_token *clone) {
  struct token *made = malloc(sizeof *made);
  *made = *(struct token *)source;
  *clone = made;
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaDestroyToken(fpga_token *token) {
  free(*token);
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaUpdateProperties(fpga_token given, fpga_properties place) {
  const struct token *token = given;
  struct properties *properties = place;
  pthread_mutex_lock(&properties->lock);
  properties->valid = 1ull << OBJTYPE | 1ull << SEGMENT | 1ull << BUS | 1ull << DEVICE | 1ull << FUNCTION |
                      1ull << VENDOR_ID | 1ull << DEVICE_ID | 1ull << GUID | 1ull << OBJECT_ID | 1ull << NUM_ERRORS;
  properties->objtype = token->objtype;
  properties->segment = token->segment;
  properties->bus = token->bus;
  properties->device = token->device;
  properties->function = token->function;
  properties->vendor_id = token->vendor_id;
  properties->device_id = token->device_id;
  memcpy(properties->guid, token->guid, sizeof token->guid);
  properties->object_id = token->object_id;
  properties->num_errors = 0;
  if (token->objtype == FPGA_ACCELERATOR) {
    properties->num_mmio = 1;
    properties->valid |= 1ull << NUM_MMIO;
  }
  pthread_mutex_unlock(&properties->lock);
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  fpga_result result = fpgaGetProperties(NULL, properties);
  return result == FPGA_OK ? bench_fpgaUpdateProperties(token, *properties) : result;
}

EXPORT fpga_result bench_fpgaOpen(fpga_token token, fpga_handle *handle, int flags) {
  (void)token;
  (void)flags;
  *handle = calloc(1, sizeof(struct handle));
  return *handle == NULL ? FPGA_NO_MEMORY : FPGA_OK;
}

EXPORT fpga_result bench_fpgaClose(fpga_handle handle) {
  free(handle);
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaReadMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t *value) {
  if (space != 0 || offset >= WORDS * sizeof(uint64_t) || offset % sizeof(uint64_t) != 0) {
    return FPGA_INVALID_PARAM;
  }
  *value = ((volatile uint64_t *)((struct handle *)handle)->words)[offset / sizeof(uint64_t)];
  return FPGA_OK;
}

EXPORT fpga_result bench_fpgaWriteMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t value) {
  if (space != 0 || offset >= WORDS * sizeof(uint64_t) || offset % sizeof(uint64_t) != 0) {
    return FPGA_INVALID_PARAM;
  }
  ((volatile uint64_t *)((struct handle *)handle)->words)[offset / sizeof(uint64_t)] = value;
  return FPGA_OK;
}

EXPORT int opae_plugin_configure(struct table *table, const char *json) {
  if (sscanf(json, "{\"bus\": %u, \"resources\": %u}", &bus, &resources) != 2) {
    return 1;
  }
  table->open = dlsym(table->library, "bench_fpgaOpen");
  table->close = dlsym(table->library, "bench_fpgaClose");
  table->properties = dlsym(table->library, "bench_fpgaGetProperties");
  table->update_properties = dlsym(table->library, "bench_fpgaUpdateProperties");
  table->write64 = dlsym(table->library, "bench_fpgaWriteMMIO64");
  table->read64 = dlsym(table->library, "bench_fpgaReadMMIO64");
  table->enumerate = dlsym(table->library, "bench_fpgaEnumerate");
  table->clone_token = dlsym(table->library, "bench_fpgaCloneToken");
  table->destroy_token = dlsym(table->library, "bench_fpgaDestroyToken");
  return 0;
}
