/* Finding, properties, opening. */
#include "check.h"

static fpga_properties filter_of(void) {
  fpga_properties filter = NULL;
  OK(fpgaGetProperties(NULL, &filter));
  return filter;
}

static uint32_t count(fpga_properties filter) {
  uint32_t found = 99;
  OK(fpgaEnumerate(&filter, 1, NULL, 0, &found));
  return found;
}

static void finding(void) {
  uint32_t found = 99;
  fpga_token tokens[8] = {0};
  OK(fpgaEnumerate(NULL, 0, NULL, 0, &found));
  HOLDS(found == 3);
  found = 99;
  OK(fpgaEnumerate(NULL, 0, tokens, 2, &found));
  HOLDS(found == 3 && tokens[0] != NULL && tokens[1] != NULL && tokens[2] == NULL);

  fpga_properties filter = filter_of();
  HOLDS(count(filter) == 3);
  OK(fpgaPropertiesSetObjectType(filter, FPGA_DEVICE));
  HOLDS(count(filter) == 1);
  OK(fpgaPropertiesSetObjectType(filter, 7));
  HOLDS(count(filter) == 0);
  OK(fpgaClearProperties(filter));
  OK(fpgaPropertiesSetBus(filter, 0x3a));
  HOLDS(count(filter) == 3);
  OK(fpgaPropertiesSetFunction(filter, 2));
  HOLDS(count(filter) == 1);
  OK(fpgaPropertiesSetVendorID(filter, 0x10ee));
  HOLDS(count(filter) == 0);
  OK(fpgaClearProperties(filter));
  OK(fpgaPropertiesSetNumErrors(filter, 2));
  HOLDS(count(filter) == 3);
  OK(fpgaPropertiesSetObjectID(filter, 0xf01));
  HOLDS(count(filter) == 1);
  /* Only accelerators have a number of register spaces, so it counts only with the type. */
  OK(fpgaClearProperties(filter));
  OK(fpgaPropertiesSetObjectType(filter, FPGA_ACCELERATOR));
  OK(fpgaPropertiesSetNumMMIO(filter, 2));
  HOLDS(count(filter) == 1);

  fpga_properties two[2] = {filter_of(), filter_of()};
  OK(fpgaPropertiesSetObjectID(two[0], 0xf01));
  OK(fpgaPropertiesSetObjectID(two[1], 0xf00));
  OK(fpgaEnumerate(two, 2, NULL, 0, &found));
  HOLDS(found == 2);

  OK(fpgaPropertiesSetHost(two[0], NULL, "^localhost"));
  HOLDS(count(two[0]) == 0);
  OK(fpgaPropertiesSetHost(two[0], NULL, "*"));
  HOLDS(count(two[0]) == 1);
  OK(fpgaPropertiesSetDeviceTypeName(two[0], "gpu"));
  HOLDS(count(two[0]) == 0);
  OK(fpgaPropertiesSetDeviceTypeName(two[0], "fpga"));
  HOLDS(count(two[0]) == 1);

  /* Parts of the device; of an accelerator nothing is a part. */
  fpga_token device = NULL;
  OK(fpgaClearProperties(filter));
  OK(fpgaPropertiesSetObjectType(filter, FPGA_DEVICE));
  OK(fpgaEnumerate(&filter, 1, &device, 1, &found));
  OK(fpgaClearProperties(filter));
  OK(fpgaPropertiesSetParent(filter, device));
  HOLDS(count(filter) == 2);
  OK(fpgaPropertiesSetParent(filter, tokens[1]));
  HOLDS(count(filter) == 0);
  OK(fpgaPropertiesSetParent(filter, NULL));
  HOLDS(count(filter) == 0);

  OK(fpgaDestroyProperties(&two[0]));
  OK(fpgaDestroyProperties(&two[1]));
  OK(fpgaDestroyProperties(&filter));
  OK(fpgaDestroyToken(&device));
  OK(fpgaDestroyToken(&tokens[0]));
  OK(fpgaDestroyToken(&tokens[1]));
}

static void properties(void) {
  fpga_token token = find_accelerator();
  fpga_properties properties = NULL;
  OK(fpgaGetProperties(token, &properties));
  uint16_t vendor = 0;
  uint8_t bus = 0, function = 0;
  fpga_guid guid;
  char text[BACKPLANE_HOST_BYTES];
  fpga_accelerator_state state = 7;
  uint64_t id = 0;
  OK(fpgaPropertiesGetVendorID(properties, &vendor));
  OK(fpgaPropertiesGetBus(properties, &bus));
  OK(fpgaPropertiesGetFunction(properties, &function));
  OK(fpgaPropertiesGetGUID(properties, &guid));
  OK(fpgaPropertiesGetAcceleratorState(properties, &state));
  OK(fpgaPropertiesGetObjectID(properties, &id));
  HOLDS(vendor == 0x8086 && bus == 0x3a && function == 1 && id == 0xf01);
  HOLDS(memcmp(guid, ACCELERATOR, sizeof guid) == 0);
  HOLDS(state == FPGA_ACCELERATOR_UNASSIGNED);
  OK(fpgaPropertiesGetHost(properties, NULL, text));
  HOLDS(strcmp(text, "localhost") == 0);
  OK(fpgaPropertiesGetDeviceTypeName(properties, text));
  HOLDS(strcmp(text, "fpga") == 0);

  /* The parent is a token of its own, which the properties and the program each hold. */
  fpga_token parent = NULL;
  fpga_objtype type = 9;
  fpga_properties of_parent = NULL, clone = NULL;
  OK(fpgaCloneProperties(properties, &clone));
  OK(fpgaPropertiesGetParent(properties, &parent));
  OK(fpgaDestroyProperties(&properties));
  OK(fpgaGetProperties(parent, &of_parent));
  OK(fpgaPropertiesGetObjectType(of_parent, &type));
  HOLDS(type == FPGA_DEVICE);
  OK(fpgaUpdateProperties(parent, clone));
  OK(fpgaPropertiesGetObjectType(clone, &type));
  HOLDS(type == FPGA_DEVICE);
  fpga_token none = NULL;
  GIVES(FPGA_NOT_FOUND, fpgaPropertiesGetParent(clone, &none));
  OK(fpgaDestroyProperties(&clone));
  OK(fpgaDestroyProperties(&of_parent));
  OK(fpgaDestroyToken(&parent));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&parent));
  OK(fpgaDestroyToken(&token));
}

static void opening(void) {
  fpga_token token = find_accelerator(), clone = NULL;
  fpga_handle handle = NULL, second = NULL;
  OK(fpgaCloneToken(token, &clone));
  HOLDS(clone != token);
  OK(fpgaOpen(token, &handle, 0));
  GIVES(FPGA_BUSY, fpgaOpen(clone, &second, 0));
  fpga_properties properties = NULL;
  fpga_accelerator_state state = 7;
  uint32_t spaces = 0, interrupts = 0, errors = 0;
  OK(fpgaGetPropertiesFromHandle(handle, &properties));
  OK(fpgaPropertiesGetAcceleratorState(properties, &state));
  OK(fpgaPropertiesGetNumMMIO(properties, &spaces));
  OK(fpgaPropertiesGetNumInterrupts(properties, &interrupts));
  OK(fpgaPropertiesGetNumErrors(properties, &errors));
  HOLDS(state == FPGA_ACCELERATOR_ASSIGNED && spaces == 2 && interrupts == 2 && errors == 2);
  OK(fpgaDestroyProperties(&properties));
  /* The handle does not need the token. */
  OK(fpgaDestroyToken(&token));
  OK(fpgaReset(handle));
  OK(fpgaClose(handle));
  OK(fpgaOpen(clone, &handle, FPGA_OPEN_SHARED));
  OK(fpgaOpen(clone, &second, FPGA_OPEN_SHARED));
  OK(fpgaClose(handle));
  OK(fpgaClose(second));
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(clone, &second, 64));
  OK(fpgaDestroyToken(&clone));
}

static void children(void) {
  fpga_properties filter = filter_of();
  fpga_token token = NULL;
  uint32_t found = 0;
  OK(fpgaPropertiesSetObjectID(filter, 0xf02));
  OK(fpgaEnumerate(&filter, 1, &token, 1, &found));
  fpga_handle parent = NULL, child[2] = {0};
  OK(fpgaOpen(token, &parent, 0));
  OK(fpgaGetChildren(parent, 0, NULL, &found));
  HOLDS(found == 1);
  OK(fpgaGetChildren(parent, 2, child, &found));
  HOLDS(found == 1 && child[0] != NULL && child[1] == NULL);
  uint64_t low = 0, address = 0;
  OK(fpgaReadMMIO64(child[0], 0, 8, &low));
  HOLDS(low == 0xf89e433683f9040b);
  void *memory = NULL;
  GIVES(FPGA_NOT_SUPPORTED, fpgaPrepareBuffer(child[0], 4096, &memory, &address, 0));
  uint32_t pasid = 0;
  OK(fpgaBindSVA(parent, &pasid));
  OK(fpgaClose(parent));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(child[0], 0, 8, &low));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(child[0]));
  OK(fpgaDestroyToken(&token));
  OK(fpgaDestroyProperties(&filter));
}

int main(void) {
  finding();
  properties();
  opening();
  children();
  return verdict();
}
