/*
 * A native plugin of OPAE with the newest table: a device and an accelerator whose registers are memory. Its
 * configuration has the name of what it does wrong. Offsets are those of the table of releases 2.12 to 2.14.
 */
#define _GNU_SOURCE
#include <backplane/fpga.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

struct token {
  uint64_t magic;
  uint16_t ids[2];
  uint16_t segment;
  uint8_t bus, device, function;
  int32_t interface, objtype;
  uint64_t object_id;
  uint8_t guid[16];
  uint16_t subsystem[2];
};

struct handle {
  struct token *token;
  uint64_t *registers;
};

static char configuration[256];
/* Shared by all that open it: the second space. The first word ends a read that blocks, the second says that it has begun. */
static volatile uint64_t *shared;
static uint64_t error_bits = 0x20, clocks[2] = {312500000, 156250000}, object_value = 7;
static int interrupt = -1;

static int does(const char *what) { return strstr(configuration, what) != NULL; }

static struct token *make(int objtype) {
  static const uint8_t guid[16] = {0xd8, 0x42, 0x4d, 0xc4, 0xa4, 0xa3, 0xc4, 0x13, 0xf8, 0x9e, 0x43, 0x36, 0x83, 0xf9, 0x04, 0x0b};
  struct token *token = calloc(1, sizeof *token);
  token->magic = 0x1234;
  token->ids[0] = 0x8086;
  token->ids[1] = 0xbcce;
  token->bus = 0x5e;
  token->objtype = objtype;
  token->object_id = 0x50 + (unsigned)objtype;
  memcpy(token->guid, guid, sizeof guid);
  return token;
}

fpga_result acc_fpgaEnumerate(const fpga_properties *filters, uint32_t count, fpga_token *tokens, uint32_t room, uint32_t *found) {
  (void)filters;
  (void)count;
  if (does("\"enumerate blocks\"")) {
    for (;;) {
      pause();
    }
  }
  uint32_t most = does("\"accelerator only\"") ? 1 : 2;
  *found = does("\"more than asked\"") ? room + 7 : most;
  for (uint32_t i = 0; i < most && i < room; i++) {
    tokens[i] = does("\"null tokens\"") ? NULL : make(i == 0 ? FPGA_ACCELERATOR : FPGA_DEVICE);
    if (does("\"no header\"")) {
      memset(tokens[i], 0x78, sizeof(struct token));
    }
  }
  return FPGA_OK;
}

fpga_result acc_fpgaCloneToken(fpga_token source, fpga_token *clone) {
  *clone = memcpy(malloc(sizeof(struct token)), source, sizeof(struct token));
  return FPGA_OK;
}

fpga_result acc_fpgaDestroyToken(fpga_token *token) {
  free(*token);
  *token = NULL;
  return FPGA_OK;
}

/* As OPAE's own do it: by the library that has loaded it. */
fpga_result acc_fpgaUpdateProperties(fpga_token given, fpga_properties properties) {
  struct token *token = given;
  fpgaPropertiesSetObjectType(properties, (fpga_objtype)token->objtype);
  fpgaPropertiesSetBus(properties, token->bus);
  fpgaPropertiesSetObjectID(properties, token->object_id);
  fpgaPropertiesSetGUID(properties, token->guid);
  fpgaPropertiesSetNumErrors(properties, 1);
  if (token->objtype == FPGA_ACCELERATOR) {
    fpgaPropertiesSetNumMMIO(properties, 2);
  }
  return FPGA_OK;
}

fpga_result acc_fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  fpga_result result = fpgaGetProperties(NULL, properties);
  return result == FPGA_OK ? acc_fpgaUpdateProperties(token, *properties) : result;
}

fpga_result acc_fpgaGetPropertiesFromHandle(fpga_handle handle, fpga_properties *properties) {
  return acc_fpgaGetProperties(((struct handle *)handle)->token, properties);
}

fpga_result acc_fpgaOpen(fpga_token token, fpga_handle *place, int flags) {
  (void)flags;
  if (does("\"calls back\"")) {
    /* Into the library that calls it just now: what it loaded must not be loaded once more, nor wait for itself. */
    fpga_properties filter = NULL;
    uint32_t found = 0;
    if (fpgaGetProperties(NULL, &filter) != FPGA_OK || fpgaEnumerate(&filter, 1, NULL, 0, &found) != FPGA_OK || found != 2) {
      return FPGA_EXCEPTION;
    }
    fpgaDestroyProperties(&filter);
  }
  struct handle *handle = malloc(sizeof *handle);
  handle->token = token;
  handle->registers = calloc(512, 8);
  *place = handle;
  return FPGA_OK;
}

fpga_result acc_fpgaClose(fpga_handle given) {
  struct handle *handle = given;
  free(handle->registers);
  free(handle);
  return FPGA_OK;
}

fpga_result acc_fpgaReset(fpga_handle handle) {
  memset(((struct handle *)handle)->registers, 0, 512 * 8);
  return FPGA_OK;
}

static int is_register(uint32_t space, uint64_t offset, uint64_t width) {
  return space == 0 && offset % width == 0 && offset <= 4096 - width;
}

fpga_result acc_fpgaReadMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t *value) {
  if (!is_register(space, offset, 8)) {
    return FPGA_INVALID_PARAM;
  }
  if (offset == 0x200) {
    shared[1] = 1;
    while (shared[0] == 0) {
      usleep(1000);
    }
    *value = 77;
    return FPGA_OK;
  }
  *value = ((struct handle *)handle)->registers[offset / 8];
  return FPGA_OK;
}

fpga_result acc_fpgaWriteMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t value) {
  if (!is_register(space, offset, 8)) {
    return FPGA_INVALID_PARAM;
  }
  ((struct handle *)handle)->registers[offset / 8] = value;
  if (offset == 0x80 && interrupt >= 0) {
    eventfd_write(interrupt, 1);
  }
  return FPGA_OK;
}

fpga_result acc_fpgaReadMMIO32(fpga_handle handle, uint32_t space, uint64_t offset, uint32_t *value) {
  if (!is_register(space, offset, 4)) {
    return FPGA_INVALID_PARAM;
  }
  memcpy(value, (uint8_t *)((struct handle *)handle)->registers + offset, 4);
  return FPGA_OK;
}

/* The first space is reached by calls alone. */
fpga_result acc_fpgaMapMMIO(fpga_handle handle, uint32_t space, uint64_t **place) {
  (void)handle;
  if (space == 0 && place != NULL) {
    return FPGA_NOT_SUPPORTED;
  }
  if (place != NULL) {
    *place = (uint64_t *)shared;
  }
  return space < 2 ? FPGA_OK : FPGA_INVALID_PARAM;
}

fpga_result acc_fpgaUnmapMMIO(fpga_handle handle, uint32_t space) {
  (void)handle;
  return space < 2 ? FPGA_OK : FPGA_INVALID_PARAM;
}

fpga_result acc_fpgaPrepareBuffer(fpga_handle handle, uint64_t length, void **address, uint64_t *wsid, int flags) {
  (void)handle;
  if (length == 0 || length > 1 << 20 || (flags & FPGA_BUF_PREALLOCATED) != 0) {
    return FPGA_INVALID_PARAM;
  }
  *address = aligned_alloc(4096, (length + 4095) & ~4095ull);
  *wsid = (uint64_t)(uintptr_t)*address;
  return FPGA_OK;
}

fpga_result acc_fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid) {
  (void)handle;
  free((void *)(uintptr_t)wsid);
  return FPGA_OK;
}

fpga_result acc_fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *address) {
  (void)handle;
  *address = wsid + 0x100000000;
  return FPGA_OK;
}

fpga_result acc_fpgaReadError(fpga_token token, uint32_t number, uint64_t *value) {
  (void)token;
  return number != 0 ? FPGA_NOT_FOUND : (*value = error_bits, FPGA_OK);
}

fpga_result acc_fpgaClearError(fpga_token token, uint32_t number) {
  (void)token;
  return number != 0 ? FPGA_NOT_FOUND : (error_bits = 0, FPGA_OK);
}

fpga_result acc_fpgaGetErrorInfo(fpga_token token, uint32_t number, struct fpga_error_info *info) {
  (void)token;
  strcpy(info->name, "parity");
  info->can_clear = true;
  return number == 0 ? FPGA_OK : FPGA_NOT_FOUND;
}

fpga_result acc_fpgaCreateEventHandle(fpga_event_handle *place) {
  *place = malloc(sizeof(int));
  *(int *)*place = eventfd(0, EFD_CLOEXEC);
  return FPGA_OK;
}

fpga_result acc_fpgaDestroyEventHandle(fpga_event_handle *place) {
  close(*(int *)*place);
  free(*place);
  return FPGA_OK;
}

fpga_result acc_fpgaGetOSObjectFromEventHandle(const fpga_event_handle event, int *descriptor) {
  *descriptor = *(int *)event;
  return FPGA_OK;
}

fpga_result acc_fpgaRegisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event, uint32_t vector) {
  (void)handle;
  if (type != FPGA_EVENT_INTERRUPT || vector != 0) {
    return FPGA_INVALID_PARAM;
  }
  interrupt = *(int *)event;
  return FPGA_OK;
}

fpga_result acc_fpgaUnregisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event) {
  (void)handle;
  (void)type;
  (void)event;
  interrupt = -1;
  return FPGA_OK;
}

fpga_result acc_fpgaReconfigureSlot(fpga_handle handle, uint32_t slot, const uint8_t *image, size_t length, int flags) {
  (void)handle;
  (void)flags;
  return slot == 0 && length == 4 && memcmp(image, "gbs!", 4) == 0 ? FPGA_OK : FPGA_RECONF_ERROR;
}

fpga_result acc_fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *object, int flags) {
  (void)token;
  (void)flags;
  *object = &object_value;
  return strcmp(name, "revision") == 0 ? FPGA_OK : FPGA_NOT_FOUND;
}

fpga_result acc_fpgaDestroyObject(fpga_object *object) {
  *object = NULL;
  return FPGA_OK;
}

fpga_result acc_fpgaObjectRead64(fpga_object object, uint64_t *value, int flags) {
  (void)flags;
  *value = *(uint64_t *)object;
  return FPGA_OK;
}

fpga_result acc_fpgaGetUserClock(fpga_handle handle, uint64_t *high, uint64_t *low, int flags) {
  (void)handle;
  (void)flags;
  *high = clocks[0];
  *low = clocks[1];
  return FPGA_OK;
}

fpga_result acc_fpgaGetNumMetrics(fpga_handle handle, uint64_t *count) {
  (void)handle;
  *count = 1;
  return FPGA_OK;
}

fpga_result acc_fpgaGetMetricsByIndex(fpga_handle handle, uint64_t *numbers, uint64_t count, fpga_metric *metrics) {
  (void)handle;
  for (uint64_t i = 0; i < count; i++) {
    metrics[i].metric_num = numbers[i];
    metrics[i].value.ivalue = 30 + numbers[i];
    metrics[i].isvalid = true;
  }
  return FPGA_OK;
}

int opae_plugin_configure(void *table, const char *json) {
  strncpy(configuration, json, sizeof configuration - 1);
  if (does("\"crashes\"")) {
    *(volatile int *)16 = 1;
  }
  shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void **slots = table;
  slots[24 / 8] = acc_fpgaOpen;
  slots[32 / 8] = acc_fpgaClose;
  slots[40 / 8] = acc_fpgaReset;
  slots[48 / 8] = acc_fpgaGetPropertiesFromHandle;
  slots[56 / 8] = acc_fpgaGetProperties;
  slots[64 / 8] = acc_fpgaUpdateProperties;
  slots[72 / 8] = acc_fpgaWriteMMIO64;
  slots[80 / 8] = acc_fpgaReadMMIO64;
  slots[96 / 8] = acc_fpgaReadMMIO32;
  slots[112 / 8] = acc_fpgaMapMMIO;
  slots[120 / 8] = acc_fpgaUnmapMMIO;
  slots[128 / 8] = acc_fpgaEnumerate;
  slots[136 / 8] = acc_fpgaCloneToken;
  slots[144 / 8] = acc_fpgaDestroyToken;
  slots[184 / 8] = acc_fpgaPrepareBuffer;
  slots[192 / 8] = acc_fpgaReleaseBuffer;
  slots[200 / 8] = acc_fpgaGetIOAddress;
  slots[240 / 8] = acc_fpgaReadError;
  slots[248 / 8] = acc_fpgaClearError;
  slots[264 / 8] = acc_fpgaGetErrorInfo;
  slots[272 / 8] = acc_fpgaCreateEventHandle;
  slots[280 / 8] = acc_fpgaDestroyEventHandle;
  slots[288 / 8] = acc_fpgaGetOSObjectFromEventHandle;
  slots[296 / 8] = acc_fpgaRegisterEvent;
  slots[304 / 8] = acc_fpgaUnregisterEvent;
  slots[336 / 8] = acc_fpgaReconfigureSlot;
  slots[344 / 8] = acc_fpgaTokenGetObject;
  slots[376 / 8] = acc_fpgaDestroyObject;
  slots[392 / 8] = acc_fpgaObjectRead64;
  slots[432 / 8] = acc_fpgaGetUserClock;
  slots[440 / 8] = acc_fpgaGetNumMetrics;
  slots[456 / 8] = acc_fpgaGetMetricsByIndex;
  return 0;
}
