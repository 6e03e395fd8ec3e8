/* Through the library and the driver of native plugins into a plugin, and back. */
#include "check.h"

#include <poll.h>
#include <unistd.h>

static fpga_token find(fpga_objtype type) {
  fpga_properties filter = NULL;
  fpga_token token = NULL;
  uint32_t found = 0;
  OK(fpgaGetProperties(NULL, &filter));
  OK(fpgaPropertiesSetObjectType(filter, type));
  OK(fpgaEnumerate(&filter, 1, &token, 1, &found));
  HOLDS(found == 1);
  OK(fpgaDestroyProperties(&filter));
  return token;
}

static void registers(fpga_handle handle, fpga_handle device) {
  uint64_t value = 0, *address = NULL;
  uint32_t half = 0;
  OK(fpgaWriteMMIO64(handle, 0, 8, 0x123456789abcdef0));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  HOLDS(value == 0x123456789abcdef0);
  OK(fpgaReadMMIO32(handle, 0, 12, &half));
  HOLDS(half == 0x12345678);
  OK(fpgaReadMMIO64(handle, 0, 4096 - 8, &value));
  const uint64_t wrong[] = {4096, 4095, 4, 12, 0x100000000, 0x100000008, UINT64_MAX, UINT64_MAX - 7, INT64_MAX};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, wrong[i], &value));
    GIVES(FPGA_INVALID_PARAM, fpgaWriteMMIO64(handle, 0, wrong[i], 1));
  }
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 7, 0, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, UINT32_MAX, 0, &value));
  GIVES(FPGA_NOT_SUPPORTED, fpgaWriteMMIO32(handle, 0, 0, 1));
  GIVES(FPGA_NOT_SUPPORTED, fpgaMapMMIO(handle, 0, &address));
  OK(fpgaMapMMIO(handle, 0, NULL));
  OK(fpgaMapMMIO(handle, 1, &address));
  address[10] = 5;
  HOLDS(address[10] == 5);
  OK(fpgaUnmapMMIO(handle, 1));
  OK(fpgaReset(handle));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  HOLDS(value == 0);
  (void)device;
}

static void buffers(fpga_handle handle) {
  uint64_t *memory = NULL, workspace = 0, address = 0;
  OK(fpgaPrepareBuffer(handle, 8192, (void **)&memory, &workspace, 0));
  OK(fpgaGetIOAddress(handle, workspace, &address));
  HOLDS(address == (uint64_t)(uintptr_t)memory + 0x100000000);
  memory[0] = memory[1023] = 1;
  OK(fpgaReleaseBuffer(handle, workspace));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 0, (void **)&memory, &workspace, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 1ull << 32, (void **)&memory, &workspace, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, UINT64_MAX, (void **)&memory, &workspace, 0));
}

static void events(fpga_handle handle) {
  fpga_event_handle event = NULL;
  int descriptor = -1;
  uint64_t count = 0;
  OK(fpgaCreateEventHandle(&event));
  GIVES(FPGA_INVALID_PARAM, fpgaGetOSObjectFromEventHandle(event, &descriptor));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, event, 0));
  OK(fpgaGetOSObjectFromEventHandle(event, &descriptor));
  OK(fpgaWriteMMIO64(handle, 0, 0x80, 1));
  struct pollfd wait = {descriptor, POLLIN, 0};
  HOLDS(poll(&wait, 1, 60000) == 1);
  HOLDS(read(descriptor, &count, sizeof count) == sizeof count && count == 1);
  OK(fpgaUnregisterEvent(handle, FPGA_EVENT_INTERRUPT, event));
  fpga_event_handle again = event;
  OK(fpgaDestroyEventHandle(&event));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyEventHandle(&again));
}

static void rest(fpga_token token, fpga_handle handle, fpga_handle device) {
  uint64_t value = 0, high = 0, low = 0, numbers[1] = {0};
  struct fpga_error_info info;
  OK(fpgaGetErrorInfo(token, 0, &info));
  HOLDS(strcmp(info.name, "parity") == 0 && info.can_clear);
  OK(fpgaReadError(token, 0, &value));
  HOLDS(value == 0x20);
  OK(fpgaClearError(token, 0));
  OK(fpgaReadError(token, 0, &value));
  HOLDS(value == 0);
  GIVES(FPGA_NOT_FOUND, fpgaReadError(token, 1, &value));
  GIVES(FPGA_NOT_SUPPORTED, fpgaClearAllErrors(token));
  fpga_metric metric;
  OK(fpgaGetNumMetrics(handle, &value));
  OK(fpgaGetMetricsByIndex(handle, numbers, 1, &metric));
  HOLDS(value == 1 && metric.isvalid && metric.value.ivalue == 30);
  OK(fpgaGetUserClock(handle, &high, &low, 0));
  HOLDS(high == 312500000 && low == 156250000);
  fpga_object object = NULL, stale;
  OK(fpgaTokenGetObject(token, "revision", &object, 0));
  OK(fpgaObjectRead64(object, &value, 0));
  HOLDS(value == 7);
  stale = object;
  OK(fpgaDestroyObject(&object));
  GIVES(FPGA_INVALID_PARAM, fpgaObjectRead64(stale, &value, 0));
  GIVES(FPGA_NOT_FOUND, fpgaTokenGetObject(token, "nothing", &object, 0));
  OK(fpgaReconfigureSlot(device, 0, (const uint8_t *)"gbs!", 4, 0));
  GIVES(FPGA_RECONF_ERROR, fpgaReconfigureSlot(device, 0, (const uint8_t *)"gbs?", 4, 0));
}

int main(void) {
  fpga_token token = find(FPGA_ACCELERATOR), parent = NULL, of_device = find(FPGA_DEVICE), stale_token;
  fpga_properties properties = NULL;
  fpga_handle handle = NULL, device = NULL, stale;
  uint64_t value = 0;
  uint32_t spaces = 0;
  OK(fpgaGetProperties(token, &properties));
  OK(fpgaPropertiesGetObjectID(properties, &value));
  OK(fpgaPropertiesGetNumMMIO(properties, &spaces));
  HOLDS(value == 0x51 && spaces == 2);
  OK(fpgaPropertiesGetParent(properties, &parent));
  OK(fpgaDestroyProperties(&properties));
  OK(fpgaGetProperties(parent, &properties));
  OK(fpgaPropertiesGetObjectID(properties, &value));
  HOLDS(value == 0x50);
  OK(fpgaUpdateProperties(token, properties));
  OK(fpgaPropertiesGetObjectID(properties, &value));
  HOLDS(value == 0x51);
  OK(fpgaDestroyProperties(&properties));

  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaOpen(of_device, &device, 0));
  OK(fpgaGetPropertiesFromHandle(handle, &properties));
  OK(fpgaDestroyProperties(&properties));
  registers(handle, device);
  buffers(handle);
  events(handle);
  rest(token, handle, device);

  /* A handle of one kind for another, twice, and afterwards. */
  GIVES(FPGA_INVALID_PARAM, fpgaClose(token));
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(handle, &stale, 0));
  stale = handle;
  OK(fpgaClose(handle));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(stale));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(stale, 0, 0, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaGetUserClock(stale, &value, &value, 0));
  OK(fpgaClose(device));
  stale_token = token;
  OK(fpgaDestroyToken(&parent));
  OK(fpgaDestroyToken(&of_device));
  OK(fpgaDestroyToken(&token));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&stale_token));
  GIVES(FPGA_INVALID_PARAM, fpgaReadError(stale_token, 0, &value));
  OK(fpgaFinalize());
  return verdict();
}
