/* Properties: structures that plugins look into, so their layout is OPAE's; host and device type lie behind it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define MAGIC 0x4650474150524f50u
/* Fields that only devices or only accelerators have. */
#define ANY_TYPE (-1)

struct properties {
  pthread_mutex_t lock;
  uint64_t magic;
  uint64_t valid;
  fpga_guid guid;
  fpga_token parent;
  fpga_objtype objtype;
  uint16_t segment;
  uint8_t bus;
  uint8_t device;
  uint8_t function;
  uint8_t socket_id;
  uint64_t object_id;
  uint16_t vendor_id;
  uint16_t device_id;
  uint32_t num_errors;
  fpga_interface interface;
  uint16_t subsystem_vendor_id;
  uint16_t subsystem_device_id;
  union {
    struct {
      uint32_t num_slots;
      uint64_t bbs_id;
      fpga_version bbs_version;
    } fpga;
    struct {
      fpga_accelerator_state state;
      uint32_t num_mmio;
      uint32_t num_interrupts;
    } afu;
  } of;
  char host[BACKPLANE_HOST_BYTES];
  char device_type[BACKPLANE_DEVICE_TYPE_BYTES];
};

_Static_assert(offsetof(struct properties, magic) == 40, "plugins look for the magic number here");
_Static_assert(offsetof(struct properties, guid) == 56, "plugins look for the id here");
_Static_assert(offsetof(struct properties, object_id) == 96, "plugins look for the object id here");
_Static_assert(offsetof(struct properties, of) == 120, "plugins look for the fields of one type here");
_Static_assert(offsetof(struct properties, host) == 144, "plugins know 144 bytes");
_Static_assert(sizeof(struct properties) == 432, "Java has the same size");

enum bit {
  PARENT = 0,
  OBJTYPE,
  SEGMENT,
  BUS,
  DEVICE,
  FUNCTION,
  SOCKET_ID,
  VENDOR_ID,
  DEVICE_ID,
  GUID,
  OBJECT_ID,
  NUM_ERRORS,
  INTERFACE,
  SUBSYSTEM_VENDOR_ID,
  SUBSYSTEM_DEVICE_ID,
  HOST,
  DEVICE_TYPE,
  NUM_SLOTS = 32,
  BBS_ID,
  BBS_VERSION,
  STATE = 32,
  NUM_MMIO,
  NUM_INTERRUPTS
};

#define VALID(properties, bit) (((properties)->valid >> (bit)) & 1)
#define MARK(properties, bit) ((properties)->valid |= 1ull << (bit))

/* Null, or locked. */
static struct properties *lock(fpga_properties given) {
  struct properties *properties = given;
  if (properties == NULL || IS_NUMBERED(given)) {
    invalid("the properties are null, or are a token or handle");
    return NULL;
  }
  if (properties->magic != MAGIC) {
    invalid("these are no properties, or were destroyed");
    return NULL;
  }
  pthread_mutex_lock(&properties->lock);
  return properties;
}

static fpga_result unlock(struct properties *properties, fpga_result result) {
  pthread_mutex_unlock(&properties->lock);
  return result;
}

struct properties *properties_create(void) {
  struct properties *properties = calloc(1, sizeof *properties);
  pthread_mutexattr_t kind;
  if (properties == NULL) {
    return NULL;
  }
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&properties->lock, &kind);
  pthread_mutexattr_destroy(&kind);
  properties->magic = MAGIC;
  return properties;
}

void properties_free(struct properties *properties) {
  pthread_mutex_destroy(&properties->lock);
  free(properties);
}

bool properties_are(fpga_properties given) {
  return given != NULL && !IS_NUMBERED(given) && ((struct properties *)given)->magic == MAGIC;
}

static void release_parent(struct properties *properties) {
  fpga_token parent = properties->parent;
  if (VALID(properties, PARENT) && IS_NUMBERED(parent)) {
    CALL(DESTROY_TOKEN, WORD(&parent));
  }
  properties->parent = NULL;
}

/* Java fills what was made here, unless a plugin makes properties itself. */
static fpga_result get_properties(enum operation operation, uint64_t of, fpga_properties *properties) {
  struct properties *made = properties_create();
  if (made == NULL) {
    return FPGA_NO_MEMORY;
  }
  fpga_properties given = NULL;
  fpga_result result = call_java(operation, (uint64_t[]){of, WORD(&given), WORD(made)});
  if (given != made) {
    properties_free(made);
  }
  if (result == FPGA_OK) {
    *properties = given;
  }
  return result;
}

EXPORT fpga_result fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  if (properties == NULL) {
    return invalid("fpgaGetProperties: the place for the properties is null");
  }
  if (token != NULL) {
    return get_properties(OPERATION_GET_PROPERTIES, WORD(token), properties);
  }
  struct properties *made = properties_create();
  if (made == NULL) {
    return FPGA_NO_MEMORY;
  }
  *properties = made;
  return FPGA_OK;
}

EXPORT fpga_result fpgaGetPropertiesFromHandle(fpga_handle handle, fpga_properties *properties) {
  if (properties == NULL) {
    return invalid("fpgaGetPropertiesFromHandle: the place for the properties is null");
  }
  return get_properties(OPERATION_GET_PROPERTIES_FROM_HANDLE, WORD(handle), properties);
}

EXPORT fpga_result fpgaUpdateProperties(fpga_token token, fpga_properties given) {
  struct properties *properties = lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  return unlock(properties, CALL(UPDATE_PROPERTIES, WORD(token), WORD(given)));
}

EXPORT fpga_result fpgaClearProperties(fpga_properties given) {
  struct properties *properties = lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  release_parent(properties);
  properties->valid = 0;
  return unlock(properties, FPGA_OK);
}

EXPORT fpga_result fpgaCloneProperties(fpga_properties source, fpga_properties *clone) {
  if (clone == NULL) {
    return invalid("fpgaCloneProperties: the place for the clone is null");
  }
  struct properties *properties = lock(source);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  struct properties *made = properties_create();
  if (made == NULL) {
    return unlock(properties, FPGA_NO_MEMORY);
  }
  size_t from = offsetof(struct properties, valid);
  memcpy((char *)made + from, (char *)properties + from, sizeof *made - from);
  fpga_result result = FPGA_OK;
  if (VALID(made, PARENT) && IS_NUMBERED(made->parent)) {
    result = CALL(RETAIN_TOKEN, WORD(made->parent));
  }
  if (result == FPGA_OK) {
    *clone = made;
  } else {
    properties_free(made);
  }
  return unlock(properties, result);
}

EXPORT fpga_result fpgaDestroyProperties(fpga_properties *given) {
  if (given == NULL) {
    return invalid("fpgaDestroyProperties: the place of the properties is null");
  }
  struct properties *properties = lock(*given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  release_parent(properties);
  properties->magic = 0;
  unlock(properties, FPGA_OK);
  properties_free(properties);
  *given = NULL;
  return FPGA_OK;
}

static struct properties *lock_field(fpga_properties given, const void *value) {
  if (value == NULL) {
    invalid("the place for the value is null");
    return NULL;
  }
  return lock(given);
}

/* Whether properties have a field: an object type that lacks it is the caller's mistake. */
static fpga_result has(struct properties *properties, enum bit bit, int type) {
  if (type != ANY_TYPE && (!VALID(properties, OBJTYPE) || (int)properties->objtype != type)) {
    return invalid("the object type is not set, or is one that does not have this field");
  }
  if (!VALID(properties, bit)) {
    boot_fail("the field is not set");
    return FPGA_NOT_FOUND;
  }
  return FPGA_OK;
}

#define ACCESSORS(name, c_type, field, bit, type, acceptable)                                    \
  EXPORT fpga_result fpgaPropertiesGet##name(const fpga_properties given, c_type *value) {       \
    struct properties *properties = lock_field(given, value);                                    \
    if (properties == NULL) {                                                                    \
      return FPGA_INVALID_PARAM;                                                                 \
    }                                                                                            \
    fpga_result result = has(properties, bit, type);                                             \
    if (result == FPGA_OK) {                                                                     \
      *value = properties->field;                                                                \
    }                                                                                            \
    return unlock(properties, result);                                                           \
  }                                                                                              \
  EXPORT fpga_result fpgaPropertiesSet##name(fpga_properties given, c_type value) {              \
    struct properties *properties = lock(given);                                                 \
    if (properties == NULL) {                                                                    \
      return FPGA_INVALID_PARAM;                                                                 \
    }                                                                                            \
    bool typed = (type) == ANY_TYPE || (VALID(properties, OBJTYPE) && (int)properties->objtype == (type)); \
    if (!typed || !(acceptable)) {                                                               \
      return unlock(properties, invalid("the object type does not have this field, or the value cannot be")); \
    }                                                                                            \
    properties->field = value;                                                                   \
    MARK(properties, bit);                                                                       \
    return unlock(properties, FPGA_OK);                                                          \
  }

ACCESSORS(ObjectType, fpga_objtype, objtype, OBJTYPE, ANY_TYPE, true)
ACCESSORS(Segment, uint16_t, segment, SEGMENT, ANY_TYPE, true)
ACCESSORS(Bus, uint8_t, bus, BUS, ANY_TYPE, true)
ACCESSORS(Device, uint8_t, device, DEVICE, ANY_TYPE, true)
ACCESSORS(Function, uint8_t, function, FUNCTION, ANY_TYPE, value <= 7)
ACCESSORS(SocketID, uint8_t, socket_id, SOCKET_ID, ANY_TYPE, true)
ACCESSORS(VendorID, uint16_t, vendor_id, VENDOR_ID, ANY_TYPE, true)
ACCESSORS(DeviceID, uint16_t, device_id, DEVICE_ID, ANY_TYPE, true)
ACCESSORS(ObjectID, uint64_t, object_id, OBJECT_ID, ANY_TYPE, true)
ACCESSORS(NumErrors, uint32_t, num_errors, NUM_ERRORS, ANY_TYPE, true)
ACCESSORS(Interface, fpga_interface, interface, INTERFACE, ANY_TYPE, true)
ACCESSORS(SubsystemVendorID, uint16_t, subsystem_vendor_id, SUBSYSTEM_VENDOR_ID, ANY_TYPE, true)
ACCESSORS(SubsystemDeviceID, uint16_t, subsystem_device_id, SUBSYSTEM_DEVICE_ID, ANY_TYPE, true)
ACCESSORS(NumSlots, uint32_t, of.fpga.num_slots, NUM_SLOTS, FPGA_DEVICE, true)
ACCESSORS(BBSID, uint64_t, of.fpga.bbs_id, BBS_ID, FPGA_DEVICE, true)
ACCESSORS(BBSVersion, fpga_version, of.fpga.bbs_version, BBS_VERSION, FPGA_DEVICE, true)
ACCESSORS(AcceleratorState, fpga_accelerator_state, of.afu.state, STATE, FPGA_ACCELERATOR, true)
ACCESSORS(NumMMIO, uint32_t, of.afu.num_mmio, NUM_MMIO, FPGA_ACCELERATOR, true)
ACCESSORS(NumInterrupts, uint32_t, of.afu.num_interrupts, NUM_INTERRUPTS, FPGA_ACCELERATOR, true)

#define UNSUPPORTED(name, get_type, set_type)                                              \
  EXPORT fpga_result fpgaPropertiesGet##name(const fpga_properties given, get_type value) { \
    (void)given;                                                                           \
    (void)value;                                                                           \
    return FPGA_NOT_SUPPORTED;                                                             \
  }                                                                                        \
  EXPORT fpga_result fpgaPropertiesSet##name(fpga_properties given, set_type value) {      \
    (void)given;                                                                           \
    (void)value;                                                                           \
    return FPGA_NOT_SUPPORTED;                                                             \
  }

UNSUPPORTED(Model, char *, char *)
UNSUPPORTED(LocalMemorySize, uint64_t *, uint64_t)
UNSUPPORTED(Capabilities, uint64_t *, uint64_t)

/* The caller gets a reference of its own to the parent, and destroys it. */
EXPORT fpga_result fpgaPropertiesGetParent(const fpga_properties given, fpga_token *value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  fpga_result result = has(properties, PARENT, ANY_TYPE);
  if (result == FPGA_OK && IS_NUMBERED(properties->parent)) {
    result = CALL(RETAIN_TOKEN, WORD(properties->parent));
  }
  if (result == FPGA_OK) {
    *value = properties->parent;
  }
  return unlock(properties, result);
}

/* A plugin sets a token of its own, which is not counted. */
EXPORT fpga_result fpgaPropertiesSetParent(fpga_properties given, fpga_token value) {
  struct properties *properties = lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  fpga_result result = IS_NUMBERED(value) ? CALL(RETAIN_TOKEN, WORD(value)) : FPGA_OK;
  if (result == FPGA_OK) {
    release_parent(properties);
    properties->parent = value;
    MARK(properties, PARENT);
  }
  return unlock(properties, result);
}

EXPORT fpga_result fpgaPropertiesGetGUID(const fpga_properties given, fpga_guid *value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  fpga_result result = has(properties, GUID, ANY_TYPE);
  if (result == FPGA_OK) {
    memcpy(*value, properties->guid, sizeof(fpga_guid));
  }
  return unlock(properties, result);
}

EXPORT fpga_result fpgaPropertiesSetGUID(fpga_properties given, fpga_guid value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  memcpy(properties->guid, value, sizeof(fpga_guid));
  MARK(properties, GUID);
  return unlock(properties, FPGA_OK);
}

static fpga_result get_text(fpga_properties given, enum bit bit, size_t at, size_t bytes, char *value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  fpga_result result = has(properties, bit, ANY_TYPE);
  if (result == FPGA_OK) {
    memcpy(value, (char *)properties + at, bytes);
  }
  return unlock(properties, result);
}

static fpga_result set_text(fpga_properties given, enum bit bit, size_t at, size_t bytes, const char *value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  size_t length = strnlen(value, bytes);
  if (length == bytes || length == 0) {
    return unlock(properties, invalid("the text is empty or too long"));
  }
  memset((char *)properties + at, 0, bytes);
  memcpy((char *)properties + at, value, length);
  MARK(properties, bit);
  return unlock(properties, FPGA_OK);
}

EXPORT fpga_result fpgaPropertiesGetHost(const fpga_properties properties, char *host) {
  return get_text(properties, HOST, offsetof(struct properties, host), BACKPLANE_HOST_BYTES, host);
}

EXPORT fpga_result fpgaPropertiesSetHost(fpga_properties properties, const char *host) {
  return set_text(properties, HOST, offsetof(struct properties, host), BACKPLANE_HOST_BYTES, host);
}

EXPORT fpga_result fpgaPropertiesGetDeviceType(const fpga_properties properties, char *device_type) {
  return get_text(properties, DEVICE_TYPE, offsetof(struct properties, device_type), BACKPLANE_DEVICE_TYPE_BYTES,
                  device_type);
}

EXPORT fpga_result fpgaPropertiesSetDeviceType(fpga_properties properties, const char *device_type) {
  return set_text(properties, DEVICE_TYPE, offsetof(struct properties, device_type), BACKPLANE_DEVICE_TYPE_BYTES,
                  device_type);
}
