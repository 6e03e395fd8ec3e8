/* Each field of properties: whether it is set, and its value. */
#include <string.h>

#include "properties.h"

/* Fields that only devices or only accelerators have. */
#define ANY_TYPE (-1)

static struct properties *lock_field(fpga_properties given, const void *value) {
  if (value == NULL) {
    invalid("the place for the value is null");
    return NULL;
  }
  return properties_lock(given);
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
    return properties_unlock(properties, result);                                                           \
  }                                                                                              \
  EXPORT fpga_result fpgaPropertiesSet##name(fpga_properties given, c_type value) {              \
    struct properties *properties = properties_lock(given);                                                 \
    if (properties == NULL) {                                                                    \
      return FPGA_INVALID_PARAM;                                                                 \
    }                                                                                            \
    bool typed = (type) == ANY_TYPE || (VALID(properties, OBJTYPE) && (int)properties->objtype == (type)); \
    if (!typed || !(acceptable)) {                                                               \
      return properties_unlock(properties, invalid("the object type does not have this field, or the value cannot be")); \
    }                                                                                            \
    properties->field = value;                                                                   \
    MARK(properties, bit);                                                                       \
    return properties_unlock(properties, FPGA_OK);                                                          \
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
    result = CALL(retainToken, WORD(properties->parent));
  }
  if (result == FPGA_OK) {
    *value = properties->parent;
  }
  return properties_unlock(properties, result);
}

/* A plugin sets a token of its own, which is not counted. */
EXPORT fpga_result fpgaPropertiesSetParent(fpga_properties given, fpga_token value) {
  struct properties *properties = properties_lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  fpga_result result = IS_NUMBERED(value) ? CALL(retainToken, WORD(value)) : FPGA_OK;
  if (result == FPGA_OK) {
    properties_release_parent(properties);
    properties->parent = value;
    MARK(properties, PARENT);
  }
  return properties_unlock(properties, result);
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
  return properties_unlock(properties, result);
}

EXPORT fpga_result fpgaPropertiesSetGUID(fpga_properties given, fpga_guid value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  memcpy(properties->guid, value, sizeof(fpga_guid));
  MARK(properties, GUID);
  return properties_unlock(properties, FPGA_OK);
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
  return properties_unlock(properties, result);
}

static fpga_result set_text(fpga_properties given, enum bit bit, size_t at, size_t bytes, const char *value) {
  struct properties *properties = lock_field(given, value);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  size_t length = strnlen(value, bytes);
  if (length == bytes || length == 0) {
    return properties_unlock(properties, invalid("the text is empty or too long"));
  }
  memset((char *)properties + at, 0, bytes);
  memcpy((char *)properties + at, value, length);
  MARK(properties, bit);
  return properties_unlock(properties, FPGA_OK);
}

EXPORT fpga_result fpgaPropertiesGetHost(const fpga_properties properties, fpga_token *token, char *host) {
  (void)token;
  return get_text(properties, HOST, offsetof(struct properties, host), BACKPLANE_HOST_BYTES, host);
}

EXPORT fpga_result fpgaPropertiesSetHost(const fpga_properties properties, fpga_token *token, char *host) {
  (void)token;
  return set_text(properties, HOST, offsetof(struct properties, host), BACKPLANE_HOST_BYTES, host);
}

EXPORT fpga_result fpgaPropertiesGetDeviceTypeName(const fpga_properties properties, char *device_type) {
  return get_text(properties, DEVICE_TYPE, offsetof(struct properties, device_type), BACKPLANE_DEVICE_TYPE_BYTES,
                  device_type);
}

EXPORT fpga_result fpgaPropertiesSetDeviceTypeName(fpga_properties properties, const char *device_type) {
  return set_text(properties, DEVICE_TYPE, offsetof(struct properties, device_type), BACKPLANE_DEVICE_TYPE_BYTES,
                  device_type);
}

/* By their numbers. */
static const char *const families[] = {"fpga", "gpu", "cpu", "other"};

#define FAMILIES (sizeof families / sizeof *families)

EXPORT fpga_result fpgaPropertiesGetDeviceType(const fpga_properties properties, fpga_device_type *device_type) {
  char name[BACKPLANE_DEVICE_TYPE_BYTES];
  if (device_type == NULL) {
    return invalid("the place for the device type is null");
  }
  fpga_result result = fpgaPropertiesGetDeviceTypeName(properties, name);
  if (result != FPGA_OK) {
    return result;
  }
  *device_type = FPGA_DEVICE_TYPE_OTHER;
  for (size_t i = 0; i < FAMILIES; i++) {
    if (strcmp(name, families[i]) == 0) {
      *device_type = (fpga_device_type)i;
    }
  }
  return FPGA_OK;
}

EXPORT fpga_result fpgaPropertiesSetDeviceType(const fpga_properties properties, fpga_device_type device_type) {
  if ((size_t)device_type >= FAMILIES) {
    return invalid("there is no such device type");
  }
  return fpgaPropertiesSetDeviceTypeName(properties, families[device_type]);
}
