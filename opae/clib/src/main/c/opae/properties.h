/* The structure behind fpga_properties, for the files that know it. */
#ifndef BACKPLANE_OPAE_PROPERTIES_H
#define BACKPLANE_OPAE_PROPERTIES_H

#include <pthread.h>
#include <stddef.h>

#include "library.h"

/* Plugins look into it, so its layout is OPAE's; host and device type lie behind what they know. */
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
struct properties *properties_lock(fpga_properties given);

fpga_result properties_unlock(struct properties *properties, fpga_result result);

/* Lets go of the parent, with the lock. */
void properties_release_parent(struct properties *properties);

#endif
