/* Properties are the library's own: none of this needs Java, and the test runs it without one. */
#include "check.h"

#define ROUND_TRIP(name, type, given)                  \
  do {                                                 \
    type read_ = 0;                                    \
    GIVES(FPGA_NOT_FOUND, fpgaPropertiesGet##name(p, &read_)); \
    OK(fpgaPropertiesSet##name(p, given));             \
    OK(fpgaPropertiesGet##name(p, &read_));            \
    HOLDS(read_ == (given));                           \
    GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGet##name(p, NULL));   \
    GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGet##name(NULL, &read_)); \
    GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSet##name(NULL, given));  \
  } while (0)

int main(void) {
  fpga_properties p = NULL, clone = NULL;
  OK(fpgaGetProperties(NULL, &p));
  uint32_t slots = 0;
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGetNumSlots(p, &slots));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetNumSlots(p, 1));
  ROUND_TRIP(ObjectType, fpga_objtype, FPGA_DEVICE);
  ROUND_TRIP(Segment, uint16_t, 0xffff);
  ROUND_TRIP(Bus, uint8_t, 0xfe);
  ROUND_TRIP(Device, uint8_t, 31);
  ROUND_TRIP(Function, uint8_t, 7);
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetFunction(p, 8));
  ROUND_TRIP(SocketID, uint8_t, 1);
  ROUND_TRIP(VendorID, uint16_t, 0x8086);
  ROUND_TRIP(DeviceID, uint16_t, 0xbcce);
  ROUND_TRIP(ObjectID, uint64_t, 0x123456789);
  ROUND_TRIP(NumErrors, uint32_t, 3);
  ROUND_TRIP(Interface, fpga_interface, FPGA_IFC_UIO);
  ROUND_TRIP(SubsystemVendorID, uint16_t, 1);
  ROUND_TRIP(SubsystemDeviceID, uint16_t, 2);
  ROUND_TRIP(NumSlots, uint32_t, 4);
  ROUND_TRIP(BBSID, uint64_t, UINT64_MAX);
  fpga_version version = {1, 2, 3}, read = {0};
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetBBSVersion(p, &read));
  OK(fpgaPropertiesSetBBSVersion(p, version));
  OK(fpgaPropertiesGetBBSVersion(p, &read));
  HOLDS(read.major == 1 && read.minor == 2 && read.patch == 3);
  uint32_t spaces = 0;
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGetNumMMIO(p, &spaces));
  /* The fields of one type lie where those of the other do. */
  OK(fpgaPropertiesSetObjectType(p, FPGA_ACCELERATOR));
  OK(fpgaPropertiesGetNumMMIO(p, &spaces));
  OK(fpgaClearProperties(p));
  OK(fpgaPropertiesSetObjectType(p, FPGA_ACCELERATOR));
  ROUND_TRIP(AcceleratorState, fpga_accelerator_state, FPGA_ACCELERATOR_UNASSIGNED);
  ROUND_TRIP(NumMMIO, uint32_t, 2);
  ROUND_TRIP(NumInterrupts, uint32_t, 4);

  fpga_guid guid = "0123456789abcde", got;
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetGUID(p, &got));
  OK(fpgaPropertiesSetGUID(p, guid));
  OK(fpgaPropertiesGetGUID(p, &got));
  HOLDS(memcmp(guid, got, sizeof guid) == 0);
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetGUID(p, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGetGUID(p, NULL));

  char text[BACKPLANE_HOST_BYTES], longest[BACKPLANE_HOST_BYTES + 1];
  memset(longest, 'h', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetHost(p, NULL, text));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetHost(p, NULL, longest));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetHost(p, NULL, ""));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetHost(p, NULL, NULL));
  OK(fpgaPropertiesSetHost(p, NULL, longest + 1));
  OK(fpgaPropertiesGetHost(p, NULL, text));
  HOLDS(strcmp(text, longest + 1) == 0);
  fpga_device_type type = FPGA_DEVICE_TYPE_CPU;
  fpga_token nothing = NULL;
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetDeviceType(p, &type));
  for (fpga_device_type each = FPGA_DEVICE_TYPE_FPGA; each <= FPGA_DEVICE_TYPE_OTHER; each++) {
    OK(fpgaPropertiesSetDeviceType(p, each));
    OK(fpgaPropertiesGetDeviceType(p, &type));
    HOLDS(type == each);
  }
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetDeviceType(p, (fpga_device_type)4));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetDeviceType(p, (fpga_device_type)-1));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetDeviceType(NULL, FPGA_DEVICE_TYPE_FPGA));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesGetDeviceType(p, NULL));
  OK(fpgaPropertiesSetDeviceTypeName(p, "npu"));
  OK(fpgaPropertiesGetDeviceType(p, &type));
  HOLDS(type == FPGA_DEVICE_TYPE_OTHER);
  OK(fpgaPropertiesSetHost(p, &nothing, "a.example"));
  OK(fpgaPropertiesGetHost(p, &nothing, text));
  HOLDS(strcmp(text, "a.example") == 0);
  OK(fpgaPropertiesSetDeviceType(p, FPGA_DEVICE_TYPE_FPGA));

  GIVES(FPGA_NOT_SUPPORTED, fpgaPropertiesGetModel(p, text));
  GIVES(FPGA_NOT_SUPPORTED, fpgaPropertiesSetLocalMemorySize(p, 1));
  GIVES(FPGA_NOT_SUPPORTED, fpgaPropertiesSetCapabilities(NULL, 1));

  OK(fpgaCloneProperties(p, &clone));
  OK(fpgaPropertiesSetBus(p, 9));
  uint8_t bus = 0;
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetBus(clone, &bus));
  OK(fpgaPropertiesGetDeviceTypeName(clone, text));
  HOLDS(strcmp(text, "fpga") == 0);
  OK(fpgaDestroyProperties(&clone));
  HOLDS(clone == NULL);
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyProperties(&clone));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyProperties(NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaCloneProperties(p, NULL));
  OK(fpgaDestroyProperties(&p));

  fpga_version library = {0};
  char version_text[8] = "";
  OK(fpgaGetOPAECVersion(&library));
  HOLDS(library.major == 2 && library.minor == 14);
  OK(fpgaGetOPAECVersionString(version_text, 8));
  HOLDS(strcmp(version_text, "2.14.0") == 0);
  GIVES(FPGA_INVALID_PARAM, fpgaGetOPAECVersionString(version_text, 7));
  GIVES(FPGA_INVALID_PARAM, fpgaGetOPAECBuildString(version_text, 0));
  OK(fpgaGetOPAECBuildString(version_text, 4));
  HOLDS(strlen(version_text) == 3);
  HOLDS(strcmp(fpgaErrStr(FPGA_RECONF_ERROR), "reconfiguration error") == 0);
  HOLDS(strcmp(fpgaErrStr(11), "unknown error") == 0 && strcmp(fpgaErrStr(-1), "unknown error") == 0);
  return verdict();
}
