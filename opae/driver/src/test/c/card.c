/*
 * A plugin for tests: a device and two accelerators, whose registers are memory. It fills the table of the layout that
 * it is compiled for, as OPAE's own plugins do, with what dlsym finds under its prefix, and counts what it gives out.
 * What its configuration says is looked for as text.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <backplane/fpga.h>

#include "slots.h"

#define MAGIC 0x746f6b656e000001ull
#define SPACE_BYTES 4096
#define ERRORS 2
#define VECTORS 2

struct token {
  uint64_t magic;
  uint16_t vendor_id;
  uint16_t device_id;
  uint16_t segment;
  uint8_t bus;
  uint8_t device;
  uint8_t function;
  int32_t interface;
  int32_t objtype;
  uint64_t object_id;
  uint8_t guid[16];
  uint16_t subsystem_vendor_id;
  uint16_t subsystem_device_id;
  int index;
};

struct handle {
  int index;
  uint64_t *space;
  uint64_t high, low;
};

struct object {
  int container;
  uint64_t value;
};

struct event {
  int descriptor;
  int registered;
};

/* Of this copy of the library alone, if the driver does what it should. */
char card_configuration[1024];
char card_asked[1024];
int card_configured, card_initialized, card_finalized;
int card_tokens_made, card_tokens_destroyed, card_handles_made, card_handles_closed;
int card_objects_made, card_objects_destroyed, card_events_made, card_events_destroyed;
int card_buffers_made, card_buffers_released, card_mapped, card_unmapped, card_reads;
int card_had_handle, card_had_path, card_updates;
/* Whether a read of register 0x40 has begun, and whether it may end. */
volatile int card_blocked, card_released;
static uint64_t error_bits[ERRORS];
static struct event *interrupts[VECTORS];

static int says(const char *what) { return strstr(card_configuration, what) != NULL; }

static int is_device(int index) { return index == 0; }

static void fill(struct token *token, int index) {
  memset(token, 0, sizeof *token);
  token->magic = MAGIC;
  token->vendor_id = 0x8086;
  token->device_id = 0xbcce;
  token->bus = 0x3b;
  token->device = (uint8_t)(index / 8);
  token->function = (uint8_t)(index % 8);
  token->objtype = is_device(index) ? FPGA_DEVICE : FPGA_ACCELERATOR;
  token->object_id = 0xf00 + (unsigned)index;
  for (int i = 0; i < 16; i++) {
    token->guid[i] = (uint8_t)(16 * index + i);
  }
  token->index = index;
}

static fpga_token make(int index) {
  struct token *token = malloc(sizeof *token);
  fill(token, index);
  card_tokens_made++;
  return token;
}

/* Filters are looked at through the library that loaded this. */
static int matches(int index, const fpga_properties *filters, uint32_t count) {
  if (says("accelerators_only") && is_device(index)) {
    return 0;
  }
  for (uint32_t i = 0; i < count; i++) {
    fpga_objtype type;
    if (fpgaPropertiesGetObjectType(filters[i], &type) != FPGA_OK ||
        type == (is_device(index) ? FPGA_DEVICE : FPGA_ACCELERATOR)) {
      return 1;
    }
  }
  return count == 0;
}

fpga_result card_fpgaEnumerate(const fpga_properties *filters, uint32_t count, fpga_token *tokens, uint32_t room,
                               uint32_t *found) {
#ifdef WRONG_COUNT
  *found = 5;
  tokens[0] = make(0);
  return FPGA_OK;
#elif defined(WRONG_HEADER)
  *found = 1;
  tokens[0] = calloc(1, sizeof(struct token));
  card_tokens_made++;
  return FPGA_OK;
#elif defined(WRONG_TOKEN)
  *found = 1;
  tokens[0] = (fpga_token)16;
  return FPGA_OK;
#elif defined(WRONG_ENUMERATE)
  abort();
#elif defined(WRONG_HANGS)
  for (;;) {
    pause();
  }
#endif
  if (says("not_installed")) {
    abort();
  }
  if (says("no_driver")) {
    return FPGA_NO_DRIVER;
  }
  uint32_t all = says("many") ? 100 : 3;
  *found = 0;
  for (uint32_t index = 0; index < all; index++) {
    if (matches((int)index, filters, count)) {
      if (tokens != NULL && *found < room) {
        tokens[*found] = make((int)index);
      }
      ++*found;
    }
  }
  return FPGA_OK;
}

fpga_result card_fpgaCloneToken(fpga_token source, fpga_token *clone) {
  *clone = make(((struct token *)source)->index);
  return FPGA_OK;
}

fpga_result card_fpgaDestroyToken(fpga_token *place) {
  struct token *token = *place;
  if (token == NULL || (uintptr_t)token < 4096) {
    return FPGA_INVALID_PARAM;
  }
  token->magic = 0;
  free(token);
  card_tokens_destroyed++;
  return FPGA_OK;
}

fpga_result card_fpgaUpdateProperties(fpga_token given, fpga_properties properties) {
  struct token *token = given;
  fpgaClearProperties(properties);
#ifdef WRONG_HEADER
  return FPGA_OK;
#endif
  fpgaPropertiesSetObjectType(properties, (fpga_objtype)token->objtype);
  fpgaPropertiesSetSegment(properties, token->segment);
  fpgaPropertiesSetBus(properties, token->bus);
  fpgaPropertiesSetDevice(properties, token->device);
  fpgaPropertiesSetFunction(properties, token->function);
  fpgaPropertiesSetVendorID(properties, token->vendor_id);
  fpgaPropertiesSetDeviceID(properties, token->device_id);
  fpgaPropertiesSetObjectID(properties, token->object_id);
  fpgaPropertiesSetGUID(properties, token->guid);
  /* What a plugin says of a resource may be another thing each time. */
  fpgaPropertiesSetNumErrors(properties, says("changes") ? (uint32_t)++card_updates : ERRORS);
  if (token->objtype == FPGA_DEVICE) {
    fpgaPropertiesSetNumSlots(properties, 2);
    fpgaPropertiesSetBBSID(properties, 0xb5);
  } else {
    fpgaPropertiesSetNumMMIO(properties, 2);
    fpgaPropertiesSetNumInterrupts(properties, VECTORS);
    fpgaPropertiesSetAcceleratorState(properties, FPGA_ACCELERATOR_UNASSIGNED);
  }
  return FPGA_OK;
}

fpga_result card_fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  fpga_result result = fpgaGetProperties(NULL, properties);
  return result == FPGA_OK ? card_fpgaUpdateProperties(token, *properties) : result;
}

fpga_result card_fpgaOpen(fpga_token given, fpga_handle *place, int flags) {
  struct token *token = given;
  if (token->magic != MAGIC || (flags & ~FPGA_OPEN_SHARED) != 0) {
    return FPGA_INVALID_PARAM;
  }
  if (says("busy")) {
    return FPGA_BUSY;
  }
  struct handle *handle = calloc(1, sizeof *handle);
  handle->index = token->index;
  handle->space = mmap(NULL, 2 * SPACE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  handle->high = 400;
  handle->low = 200;
  *place = handle;
  card_handles_made++;
  return FPGA_OK;
}

fpga_result card_fpgaClose(fpga_handle given) {
  struct handle *handle = given;
  munmap(handle->space, 2 * SPACE_BYTES);
  free(handle);
  card_handles_closed++;
  return FPGA_OK;
}

fpga_result card_fpgaReset(fpga_handle given) {
  memset(((struct handle *)given)->space, 0, 2 * SPACE_BYTES);
  return FPGA_OK;
}

static uint8_t *at(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t width) {
  if (space > 1 || offset > SPACE_BYTES - width || offset % width != 0) {
    return NULL;
  }
  return (uint8_t *)((struct handle *)handle)->space + space * SPACE_BYTES + offset;
}

fpga_result card_fpgaReadMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t *value) {
  uint64_t *place = (uint64_t *)at(handle, space, offset, 8);
  if (place == NULL) {
    return FPGA_INVALID_PARAM;
  }
  card_reads++;
  if (offset == 0x40 && says("blocks")) {
    card_blocked = 1;
    while (!card_released) {
      usleep(1000);
    }
  }
  *value = *place;
  return FPGA_OK;
}

/* A write to offset 0x80 of the first space raises the interrupt of that number, to 0x88 the first as often as it says. */
fpga_result card_fpgaWriteMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t value) {
  uint64_t *place = (uint64_t *)at(handle, space, offset, 8);
  if (place == NULL) {
    return FPGA_INVALID_PARAM;
  }
  *place = value;
  if (space == 0 && offset == 0x80 && value < VECTORS && interrupts[value] != NULL) {
    eventfd_write(interrupts[value]->descriptor, 1);
  }
  if (space == 0 && offset == 0x88 && interrupts[0] != NULL) {
    eventfd_write(interrupts[0]->descriptor, value);
  }
  return FPGA_OK;
}

fpga_result card_fpgaReadMMIO32(fpga_handle handle, uint32_t space, uint64_t offset, uint32_t *value) {
  uint32_t *place = (uint32_t *)at(handle, space, offset, 4);
  return place == NULL ? FPGA_INVALID_PARAM : (*value = *place, FPGA_OK);
}

fpga_result card_fpgaWriteMMIO32(fpga_handle handle, uint32_t space, uint64_t offset, uint32_t value) {
  uint32_t *place = (uint32_t *)at(handle, space, offset, 4);
  return place == NULL ? FPGA_INVALID_PARAM : (*place = value, FPGA_OK);
}

#ifdef OFFSET_fpgaWriteMMIO512
fpga_result card_fpgaWriteMMIO512(fpga_handle handle, uint32_t space, uint64_t offset, const void *value) {
  uint8_t *place = at(handle, space, offset, 64);
  if (place == NULL) {
    return FPGA_INVALID_PARAM;
  }
  memcpy(place, value, 64);
  uint64_t number = *(const uint64_t *)value;
  if (space == 0 && offset == 0x80 && number < VECTORS && interrupts[number] != NULL) {
    eventfd_write(interrupts[number]->descriptor, 1);
  }
  return FPGA_OK;
}
#endif

fpga_result card_fpgaMapMMIO(fpga_handle handle, uint32_t space, uint64_t **place) {
  if (says("no_pointers") && place != NULL) {
    return FPGA_NOT_SUPPORTED;
  }
  card_mapped++;
  if (place != NULL) {
    *place = (uint64_t *)at(handle, space, 0, 8);
  }
  return FPGA_OK;
}

fpga_result card_fpgaUnmapMMIO(fpga_handle handle, uint32_t space) {
  (void)handle;
  (void)space;
  card_unmapped++;
  return FPGA_OK;
}

struct buffer {
  void *address;
  uint64_t bytes;
  int own;
};

fpga_result card_fpgaPrepareBuffer(fpga_handle handle, uint64_t bytes, void **address, uint64_t *wsid, int flags) {
  (void)handle;
  if (bytes > 1 << 30) {
    return FPGA_NO_MEMORY;
  }
  struct buffer *buffer = malloc(sizeof *buffer);
  buffer->bytes = (bytes + 4095) & ~4095ull;
  buffer->own = (flags & FPGA_BUF_PREALLOCATED) == 0;
  buffer->address =
      buffer->own ? mmap(NULL, buffer->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : *address;
  *address = buffer->address;
  *wsid = (uintptr_t)buffer;
  __atomic_add_fetch(&card_buffers_made, 1, __ATOMIC_SEQ_CST);
  return FPGA_OK;
}

fpga_result card_fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid) {
  (void)handle;
  struct buffer *buffer = (struct buffer *)(uintptr_t)wsid;
  if (buffer->own) {
    munmap(buffer->address, buffer->bytes);
  }
  free(buffer);
  __atomic_add_fetch(&card_buffers_released, 1, __ATOMIC_SEQ_CST);
  return FPGA_OK;
}

fpga_result card_fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *address) {
  (void)handle;
  *address = (uintptr_t)((struct buffer *)(uintptr_t)wsid)->address;
  return FPGA_OK;
}

#ifdef OFFSET_fpgaBindSVA
fpga_result card_fpgaBindSVA(fpga_handle handle, uint32_t *pasid) {
  (void)handle;
  *pasid = 42;
  return FPGA_OK;
}
#endif

fpga_result card_fpgaReadError(fpga_token token, uint32_t number, uint64_t *value) {
  (void)token;
  return number >= ERRORS ? FPGA_NOT_FOUND : (*value = error_bits[number], FPGA_OK);
}

fpga_result card_fpgaClearError(fpga_token token, uint32_t number) {
  (void)token;
  return number >= ERRORS ? FPGA_NOT_FOUND : (error_bits[number] = 0, FPGA_OK);
}

fpga_result card_fpgaClearAllErrors(fpga_token token) {
  (void)token;
  memset(error_bits, 0, sizeof error_bits);
  return FPGA_OK;
}

fpga_result card_fpgaGetErrorInfo(fpga_token token, uint32_t number, struct fpga_error_info *info) {
  (void)token;
  if (number >= ERRORS) {
    return FPGA_NOT_FOUND;
  }
  strcpy(info->name, number == 0 ? "parity" : "inject");
  info->can_clear = number == 0;
  return FPGA_OK;
}

fpga_result card_fpgaCreateEventHandle(fpga_event_handle *place) {
  struct event *event = calloc(1, sizeof *event);
  event->descriptor = eventfd(0, EFD_CLOEXEC);
  *place = event;
  card_events_made++;
  return FPGA_OK;
}

fpga_result card_fpgaDestroyEventHandle(fpga_event_handle *place) {
  struct event *event = *place;
  close(event->descriptor);
  free(event);
  card_events_destroyed++;
  return FPGA_OK;
}

fpga_result card_fpgaGetOSObjectFromEventHandle(const fpga_event_handle event, int *descriptor) {
  *descriptor = ((struct event *)event)->descriptor;
  return FPGA_OK;
}

fpga_result card_fpgaRegisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event, uint32_t vector) {
  (void)handle;
  if (type == FPGA_EVENT_INTERRUPT) {
    if (vector >= VECTORS) {
      return FPGA_INVALID_PARAM;
    }
    interrupts[vector] = event;
  }
  ((struct event *)event)->registered = 1;
  return FPGA_OK;
}

fpga_result card_fpgaUnregisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event) {
  (void)handle;
  (void)type;
  for (int i = 0; i < VECTORS; i++) {
    if (interrupts[i] == event) {
      interrupts[i] = NULL;
    }
  }
  return ((struct event *)event)->registered-- == 1 ? FPGA_OK : FPGA_INVALID_PARAM;
}

fpga_result card_fpgaAssignPortToInterface(fpga_handle handle, uint32_t interface, uint32_t slot, int flags) {
  (void)handle;
  (void)flags;
  return interface > 1 || slot > 1 ? FPGA_INVALID_PARAM : FPGA_OK;
}

fpga_result card_fpgaReconfigureSlot(fpga_handle handle, uint32_t slot, const uint8_t *image, size_t bytes, int flags) {
  (void)handle;
  (void)slot;
  (void)flags;
  return bytes > 0 && image[0] == 'X' ? FPGA_OK : FPGA_INVALID_PARAM;
}

static fpga_result find(const char *name, fpga_object *place, int flags) {
  int container = strcmp(name, "errors") == 0;
  if (!container && strcmp(name, "revision") != 0 && !((flags & FPGA_OBJECT_GLOB) && strcmp(name, "*") == 0)) {
    return FPGA_NOT_FOUND;
  }
  struct object *object = calloc(1, sizeof *object);
  object->container = container;
  object->value = 7;
  *place = object;
  card_objects_made++;
  return FPGA_OK;
}

fpga_result card_fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *place, int flags) {
  (void)token;
  return find(name, place, flags);
}

fpga_result card_fpgaHandleGetObject(fpga_handle handle, const char *name, fpga_object *place, int flags) {
  (void)handle;
  return find(name, place, flags);
}

fpga_result card_fpgaObjectGetObject(fpga_object parent, const char *name, fpga_object *place, int flags) {
  return ((struct object *)parent)->container ? find(name, place, flags) : FPGA_INVALID_PARAM;
}

#ifdef OFFSET_fpgaObjectGetObjectAt
fpga_result card_fpgaObjectGetObjectAt(fpga_object parent, size_t index, fpga_object *place) {
  (void)parent;
  return index == 0 ? find("revision", place, 0) : FPGA_NOT_FOUND;
}

fpga_result card_fpgaObjectGetType(fpga_object object, enum fpga_sysobject_type *type) {
  *type = ((struct object *)object)->container ? FPGA_OBJECT_CONTAINER : FPGA_OBJECT_ATTRIBUTE;
  return FPGA_OK;
}

fpga_result card_fpgaGetMetricsThresholdInfo(fpga_handle handle, struct metric_threshold *limits, uint32_t *count) {
  (void)handle;
  memset(limits, 0, sizeof *limits);
  strcpy(limits->metric_name, "temperature");
  limits->upper_c_threshold.is_valid = 1;
  limits->upper_c_threshold.value = 95.5;
  *count = 1;
  return FPGA_OK;
}
#endif

fpga_result card_fpgaDestroyObject(fpga_object *place) {
  free(*place);
  card_objects_destroyed++;
  return FPGA_OK;
}

fpga_result card_fpgaObjectGetSize(fpga_object object, uint32_t *size, int flags) {
  (void)flags;
  *size = ((struct object *)object)->container ? 1 : 8;
  return FPGA_OK;
}

fpga_result card_fpgaObjectRead(fpga_object object, uint8_t *buffer, size_t offset, size_t bytes, int flags) {
  (void)flags;
  memcpy(buffer, (uint8_t *)&((struct object *)object)->value + offset, bytes);
  return FPGA_OK;
}

fpga_result card_fpgaObjectRead64(fpga_object object, uint64_t *value, int flags) {
  (void)flags;
  *value = ((struct object *)object)->value;
  return FPGA_OK;
}

fpga_result card_fpgaObjectWrite64(fpga_object object, uint64_t value, int flags) {
  (void)flags;
  ((struct object *)object)->value = value;
  return FPGA_OK;
}

fpga_result card_fpgaSetUserClock(fpga_handle given, uint64_t high, uint64_t low, int flags) {
  struct handle *handle = given;
  (void)flags;
  if (high == 0 || high > 600 || low > high) {
    return FPGA_INVALID_PARAM;
  }
  handle->high = high;
  handle->low = low;
  return FPGA_OK;
}

fpga_result card_fpgaGetUserClock(fpga_handle given, uint64_t *high, uint64_t *low, int flags) {
  struct handle *handle = given;
  (void)flags;
  /* As OPAE's own plugin does, whatever its headers say. */
  uint64_t unit = says("clock_in_hz") ? 1000000 : 1;
  *high = handle->high * unit + unit / 4;
  *low = handle->low * unit - unit / 4;
  return FPGA_OK;
}

fpga_result card_fpgaGetNumMetrics(fpga_handle handle, uint64_t *count) {
  (void)handle;
  *count = 2;
  return FPGA_OK;
}

fpga_result card_fpgaGetMetricsInfo(fpga_handle handle, struct fpga_metric_info *infos, uint64_t *count) {
  (void)handle;
  for (uint64_t i = 0; i < *count && i < 2; i++) {
    memset(&infos[i], 0, sizeof infos[i]);
    infos[i].metric_num = i + 1;
    strcpy(infos[i].group_name, i == 0 ? "power_mgmt" : "thermal_mgmt");
    strcpy(infos[i].metric_name, i == 0 ? "consumed" : "temperature");
    strcpy(infos[i].metric_units, i == 0 ? "Watts" : "Celsius");
  }
  *count = 2;
  return FPGA_OK;
}

fpga_result card_fpgaGetMetricsByIndex(fpga_handle handle, uint64_t *numbers, uint64_t count,
                                       struct fpga_metric *metrics) {
  (void)handle;
  for (uint64_t i = 0; i < count; i++) {
    if (numbers[i] < 1 || numbers[i] > 2) {
      return FPGA_NOT_FOUND;
    }
    metrics[i].metric_num = numbers[i];
    metrics[i].value.ivalue = 20 * numbers[i];
    metrics[i].isvalid = true;
  }
  return FPGA_OK;
}

int card_initialize(void) {
  card_initialized++;
#ifdef WRONG_INITIALIZE
  return 5;
#else
  return says("not_installed") ? FPGA_NO_DRIVER : 0;
#endif
}

int card_finalize(void) {
  card_finalized++;
  return says("finalize_fails") ? 9 : 0;
}

static void note(const char *question, const char *what) {
  strncat(card_asked, question, sizeof card_asked - strlen(card_asked) - 1);
  strncat(card_asked, what, sizeof card_asked - strlen(card_asked) - 1);
}

bool card_supports_device(const char *type) {
  note(" device=", type);
  return strcmp(type, "gpu") != 0;
}

bool card_supports_host(const char *host) {
  note(" host=", host);
  return strcmp(host, "^localhost") != 0 && strcmp(host, "far") != 0;
}

/* What this plugin does not have. */
#define card_fpgaGetPropertiesFromHandle NULL
#define card_fpgaGetNumUmsg NULL
#define card_fpgaSetUmsgAttributes NULL
#define card_fpgaTriggerUmsg NULL
#define card_fpgaGetUmsgPtr NULL
#define card_fpgaPinBuffer NULL
#define card_fpgaUnpinBuffer NULL
#define card_fpgaGetWSInfo NULL
#define card_fpgaAssignToInterface NULL
#define card_fpgaReleaseFromInterface NULL
#define card_fpgaGetMetricsByName NULL

static const struct {
  const char *name;
  const char *symbol;
  void *address;
  size_t offset;
} slots[] = {
#define SLOT(function) {#function, "card_" #function, (void *)card_##function, OFFSET_##function},
#include "functions.h"
};

/* With PARTIAL, what a plugin for registers alone has. */
static int is_filled(const char *function) {
#ifdef PARTIAL
  return strcmp(function, "fpgaEnumerate") == 0 || strcmp(function, "fpgaOpen") == 0 ||
         strcmp(function, "fpgaClose") == 0 || strcmp(function, "fpgaReadMMIO64") == 0 ||
         strcmp(function, "fpgaWriteMMIO64") == 0 || strcmp(function, "fpgaReadError") == 0 ||
         strcmp(function, "fpgaGetErrorInfo") == 0 || strcmp(function, "fpgaDestroyToken") == 0;
#elif defined(WRONG_EMPTY)
  return strcmp(function, "fpgaOpen") == 0;
#elif defined(NO_UPDATE)
  return strcmp(function, "fpgaUpdateProperties") != 0;
#else
  (void)function;
  return 1;
#endif
}

__attribute__((visibility("default"))) int opae_plugin_configure(void *table, const char *json) {
  char *bytes = table;
  void *own;
  char *path;
  memcpy(&path, bytes + 8, 8);
  memcpy(&own, bytes + 16, 8);
  card_had_path = path != NULL && path[0] != 0;
  card_had_handle = own != NULL && dlsym(own, "card_configured") == &card_configured;
  strncpy(card_configuration, json, sizeof card_configuration - 1);
  card_configured++;
  error_bits[0] = says("parity_error") ? 0x10 : 0;
#ifdef WRONG_CRASHES
  *(volatile int *)16 = 1;
#elif defined(WRONG_CONFIGURE)
  return 3;
#endif
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
    if (!is_filled(slots[i].name)) {
      continue;
    }
#ifdef ANONYMOUS
    void *function = slots[i].address;
#else
    void *function = dlsym(own, slots[i].symbol);
#endif
#ifdef WRONG_POINTER
    if (strcmp(slots[i].name, "fpgaReset") == 0) {
      function = card_configuration;
    }
#endif
    memcpy(bytes + slots[i].offset, &function, 8);
  }
  return 0;
}
