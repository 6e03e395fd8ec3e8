/*
 * The C API of OPAE as libopae-c.so.2 of Backplane has it, and what it adds. Programs that are compiled
 * with OPAE's own headers need this one only for the additions, at its end.
 */
#ifndef BACKPLANE_FPGA_H
#define BACKPLANE_FPGA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* OPAE's own headers come first where a program has both. */
#ifndef __FPGA_FPGA_H__

typedef enum {
  FPGA_OK = 0,
  FPGA_INVALID_PARAM,
  FPGA_BUSY,
  FPGA_EXCEPTION,
  FPGA_NOT_FOUND,
  FPGA_NO_MEMORY,
  FPGA_NOT_SUPPORTED,
  FPGA_NO_DRIVER,
  FPGA_NO_DAEMON,
  FPGA_NO_ACCESS,
  FPGA_RECONF_ERROR
} fpga_result;

typedef enum { FPGA_EVENT_INTERRUPT = 0, FPGA_EVENT_ERROR, FPGA_EVENT_POWER_THERMAL } fpga_event_type;
typedef enum { FPGA_ACCELERATOR_ASSIGNED = 0, FPGA_ACCELERATOR_UNASSIGNED } fpga_accelerator_state;
typedef enum { FPGA_DEVICE = 0, FPGA_ACCELERATOR } fpga_objtype;
typedef enum { FPGA_IFC_DFL = 0, FPGA_IFC_VFIO, FPGA_IFC_SIM_DFL, FPGA_IFC_SIM_VFIO, FPGA_IFC_UIO } fpga_interface;

enum fpga_buffer_flags { FPGA_BUF_PREALLOCATED = 1, FPGA_BUF_QUIET = 2, FPGA_BUF_READ_ONLY = 4 };
enum fpga_open_flags { FPGA_OPEN_SHARED = 1, FPGA_OPEN_HAS_PARENT_AFU = 2 };
enum fpga_reconf_flags { FPGA_RECONF_FORCE = 1, FPGA_RECONF_SKIP_USRCLK = 2 };
enum fpga_sysobject_flags {
  FPGA_OBJECT_SYNC = 1,
  FPGA_OBJECT_GLOB = 2,
  FPGA_OBJECT_RAW = 4,
  FPGA_OBJECT_RECURSE_ONE = 8,
  FPGA_OBJECT_RECURSE_ALL = 16
};
enum fpga_sysobject_type { FPGA_OBJECT_CONTAINER = 1, FPGA_OBJECT_ATTRIBUTE = 2 };
enum fpga_metric_type {
  FPGA_METRIC_TYPE_POWER = 0,
  FPGA_METRIC_TYPE_THERMAL,
  FPGA_METRIC_TYPE_PERFORMANCE_CTR,
  FPGA_METRIC_TYPE_AFU,
  FPGA_METRIC_TYPE_UNKNOWN
};
enum fpga_metric_datatype {
  FPGA_METRIC_DATATYPE_INT = 0,
  FPGA_METRIC_DATATYPE_FLOAT,
  FPGA_METRIC_DATATYPE_DOUBLE,
  FPGA_METRIC_DATATYPE_BOOL,
  FPGA_METRIC_DATATYPE_UNKNOWN
};

typedef void *fpga_properties;
typedef void *fpga_token;
typedef void *fpga_handle;
typedef void *fpga_event_handle;
typedef void *fpga_object;
typedef uint8_t fpga_guid[16];

typedef struct {
  uint8_t major;
  uint8_t minor;
  uint16_t patch;
} fpga_version;

struct fpga_error_info {
  char name[64];
  bool can_clear;
};

typedef union {
  uint64_t ivalue;
  double dvalue;
  float fvalue;
  bool bvalue;
} metric_value;

typedef struct fpga_metric {
  uint64_t metric_num;
  metric_value value;
  bool isvalid;
} fpga_metric;

typedef struct fpga_metric_info {
  uint64_t metric_num;
  fpga_guid metric_guid;
  char qualifier_name[256];
  char group_name[256];
  char metric_name[256];
  char metric_units[256];
  enum fpga_metric_datatype metric_datatype;
  enum fpga_metric_type metric_type;
} fpga_metric_info;

typedef struct threshold {
  char threshold_name[256];
  uint32_t is_valid;
  double value;
} threshold;

typedef struct metric_threshold {
  char metric_name[256];
  threshold upper_nr_threshold;
  threshold upper_c_threshold;
  threshold upper_nc_threshold;
  threshold lower_nr_threshold;
  threshold lower_c_threshold;
  threshold lower_nc_threshold;
  threshold hysteresis;
} metric_threshold;

fpga_result fpgaInitialize(const char *config_file);
fpga_result fpgaFinalize(void);
const char *fpgaErrStr(fpga_result result);
fpga_result fpgaGetOPAECVersion(fpga_version *version);
fpga_result fpgaGetOPAECVersionString(char *text, size_t length);
fpga_result fpgaGetOPAECBuildString(char *text, size_t length);

fpga_result fpgaEnumerate(const fpga_properties *filters, uint32_t num_filters, fpga_token *tokens,
                          uint32_t max_tokens, uint32_t *num_matches);
fpga_result fpgaCloneToken(fpga_token source, fpga_token *clone);
fpga_result fpgaDestroyToken(fpga_token *token);
fpga_result fpgaOpen(fpga_token token, fpga_handle *handle, int flags);
fpga_result fpgaClose(fpga_handle handle);
fpga_result fpgaReset(fpga_handle handle);
fpga_result fpgaGetChildren(fpga_handle handle, uint32_t max_children, fpga_handle *children,
                            uint32_t *num_children);

fpga_result fpgaGetProperties(fpga_token token, fpga_properties *properties);
fpga_result fpgaGetPropertiesFromHandle(fpga_handle handle, fpga_properties *properties);
fpga_result fpgaUpdateProperties(fpga_token token, fpga_properties properties);
fpga_result fpgaClearProperties(fpga_properties properties);
fpga_result fpgaCloneProperties(fpga_properties source, fpga_properties *clone);
fpga_result fpgaDestroyProperties(fpga_properties *properties);

#define BACKPLANE_PROPERTY(name, type)                                          \
  fpga_result fpgaPropertiesGet##name(const fpga_properties properties, type *value); \
  fpga_result fpgaPropertiesSet##name(fpga_properties properties, type value)
BACKPLANE_PROPERTY(Parent, fpga_token);
BACKPLANE_PROPERTY(ObjectType, fpga_objtype);
BACKPLANE_PROPERTY(Segment, uint16_t);
BACKPLANE_PROPERTY(Bus, uint8_t);
BACKPLANE_PROPERTY(Device, uint8_t);
BACKPLANE_PROPERTY(Function, uint8_t);
BACKPLANE_PROPERTY(SocketID, uint8_t);
BACKPLANE_PROPERTY(VendorID, uint16_t);
BACKPLANE_PROPERTY(DeviceID, uint16_t);
BACKPLANE_PROPERTY(ObjectID, uint64_t);
BACKPLANE_PROPERTY(NumErrors, uint32_t);
BACKPLANE_PROPERTY(Interface, fpga_interface);
BACKPLANE_PROPERTY(SubsystemVendorID, uint16_t);
BACKPLANE_PROPERTY(SubsystemDeviceID, uint16_t);
BACKPLANE_PROPERTY(NumSlots, uint32_t);
BACKPLANE_PROPERTY(BBSID, uint64_t);
BACKPLANE_PROPERTY(BBSVersion, fpga_version);
BACKPLANE_PROPERTY(AcceleratorState, fpga_accelerator_state);
BACKPLANE_PROPERTY(NumMMIO, uint32_t);
BACKPLANE_PROPERTY(NumInterrupts, uint32_t);
BACKPLANE_PROPERTY(LocalMemorySize, uint64_t);
BACKPLANE_PROPERTY(Capabilities, uint64_t);
#undef BACKPLANE_PROPERTY
fpga_result fpgaPropertiesGetGUID(const fpga_properties properties, fpga_guid *guid);
fpga_result fpgaPropertiesSetGUID(fpga_properties properties, fpga_guid guid);
fpga_result fpgaPropertiesGetModel(const fpga_properties properties, char *model);
fpga_result fpgaPropertiesSetModel(fpga_properties properties, char *model);

fpga_result fpgaWriteMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint64_t value);
fpga_result fpgaReadMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint64_t *value);
fpga_result fpgaWriteMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint32_t value);
fpga_result fpgaReadMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset, uint32_t *value);
fpga_result fpgaWriteMMIO512(fpga_handle handle, uint32_t mmio_num, uint64_t offset, const void *value);
fpga_result fpgaMapMMIO(fpga_handle handle, uint32_t mmio_num, uint64_t **address);
fpga_result fpgaUnmapMMIO(fpga_handle handle, uint32_t mmio_num);

fpga_result fpgaPrepareBuffer(fpga_handle handle, uint64_t length, void **address, uint64_t *wsid, int flags);
fpga_result fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid);
fpga_result fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *io_address);
fpga_result fpgaBindSVA(fpga_handle handle, uint32_t *pasid);

fpga_result fpgaReadError(fpga_token token, uint32_t error, uint64_t *value);
fpga_result fpgaClearError(fpga_token token, uint32_t error);
fpga_result fpgaClearAllErrors(fpga_token token);
fpga_result fpgaGetErrorInfo(fpga_token token, uint32_t error, struct fpga_error_info *description);

fpga_result fpgaCreateEventHandle(fpga_event_handle *event);
fpga_result fpgaDestroyEventHandle(fpga_event_handle *event);
fpga_result fpgaGetOSObjectFromEventHandle(const fpga_event_handle event, int *descriptor);
fpga_result fpgaRegisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event, uint32_t flags);
fpga_result fpgaUnregisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event);

fpga_result fpgaAssignPortToInterface(fpga_handle device, uint32_t interface_num, uint32_t slot, int flags);
fpga_result fpgaAssignToInterface(fpga_handle device, fpga_token accelerator, uint32_t host_interface, int flags);
fpga_result fpgaReleaseFromInterface(fpga_handle device, fpga_token accelerator);
fpga_result fpgaReconfigureSlot(fpga_handle device, uint32_t slot, const uint8_t *image, size_t length, int flags);

fpga_result fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *object, int flags);
fpga_result fpgaHandleGetObject(fpga_handle handle, const char *name, fpga_object *object, int flags);
fpga_result fpgaObjectGetObject(fpga_object parent, const char *name, fpga_object *object, int flags);
fpga_result fpgaObjectGetObjectAt(fpga_object parent, size_t index, fpga_object *object);
fpga_result fpgaDestroyObject(fpga_object *object);
fpga_result fpgaObjectRead(fpga_object object, uint8_t *buffer, size_t offset, size_t length, int flags);
fpga_result fpgaObjectRead64(fpga_object object, uint64_t *value, int flags);
fpga_result fpgaObjectGetSize(fpga_object object, uint32_t *size, int flags);
fpga_result fpgaObjectGetType(fpga_object object, enum fpga_sysobject_type *type);
fpga_result fpgaObjectWrite64(fpga_object object, uint64_t value, int flags);

fpga_result fpgaSetUserClock(fpga_handle handle, uint64_t high, uint64_t low, int flags);
fpga_result fpgaGetUserClock(fpga_handle handle, uint64_t *high, uint64_t *low, int flags);

fpga_result fpgaGetNumMetrics(fpga_handle handle, uint64_t *count);
fpga_result fpgaGetMetricsInfo(fpga_handle handle, fpga_metric_info *descriptions, uint64_t *count);
fpga_result fpgaGetMetricsByIndex(fpga_handle handle, uint64_t *numbers, uint64_t count, fpga_metric *metrics);
fpga_result fpgaGetMetricsByName(fpga_handle handle, char **names, uint64_t count, fpga_metric *metrics);
fpga_result fpgaGetMetricsThresholdInfo(fpga_handle handle, struct metric_threshold *thresholds, uint32_t *count);

fpga_result fpgaGetNumUmsg(fpga_handle handle, uint64_t *value);
fpga_result fpgaSetUmsgAttributes(fpga_handle handle, uint64_t value);
fpga_result fpgaTriggerUmsg(fpga_handle handle, uint64_t value);
fpga_result fpgaGetUmsgPtr(fpga_handle handle, uint64_t **address);

#endif /* OPAE's own headers */

/* What Backplane adds. */

/* How many bytes a host name has at most, with its zero; how many a device type. */
#define BACKPLANE_HOST_BYTES 256
#define BACKPLANE_DEVICE_TYPE_BYTES 32

/* Families of devices. */
typedef enum {
  FPGA_DEVICE_TYPE_FPGA = 0,
  FPGA_DEVICE_TYPE_GPU,
  FPGA_DEVICE_TYPE_CPU,
  FPGA_DEVICE_TYPE_OTHER
} fpga_device_type;

/*
 * The accessors of OPAE's plugin architecture, with its arguments. The token has no meaning and may be null.
 * Writes the host into memory of BACKPLANE_HOST_BYTES. FPGA_NOT_FOUND if it is not set: the resource is local.
 */
fpga_result fpgaPropertiesGetHost(const fpga_properties properties, fpga_token *token, char *host);
/* A host name, or "localhost", "^localhost" (any other host), "*" (any host). */
fpga_result fpgaPropertiesSetHost(const fpga_properties properties, fpga_token *token, char *host);
/* A family that has no number is FPGA_DEVICE_TYPE_OTHER. */
fpga_result fpgaPropertiesGetDeviceType(const fpga_properties properties, fpga_device_type *device_type);
fpga_result fpgaPropertiesSetDeviceType(const fpga_properties properties, fpga_device_type device_type);
/* The same by name, such as "fpga", also for families that have no number; in memory of BACKPLANE_DEVICE_TYPE_BYTES. */
fpga_result fpgaPropertiesGetDeviceTypeName(const fpga_properties properties, char *device_type);
fpga_result fpgaPropertiesSetDeviceTypeName(fpga_properties properties, const char *device_type);
/*
 * Writes why the last call of this thread that failed did, cut to length with its zero. FPGA_NOT_FOUND
 * if none did, FPGA_INVALID_PARAM if there is no room.
 */
fpga_result fpgaGetLastErrorMessage(char *message, size_t length);

#ifdef __cplusplus
}
#endif

#endif
