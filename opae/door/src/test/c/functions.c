/* What can be done with a resource that is open, and with one that need not be. */
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

static void registers(fpga_handle handle) {
  uint64_t wide = 0, *mapped = NULL;
  uint32_t narrow = 0;
  uint64_t line[8] __attribute__((aligned(64))) = {1, 2, 3, 4, 5, 6, 7, 8};
  OK(fpgaWriteMMIO64(handle, 0, 0x100, 0x0123456789abcdef));
  OK(fpgaReadMMIO64(handle, 0, 0x100, &wide));
  OK(fpgaReadMMIO32(handle, 0, 0x104, &narrow));
  HOLDS(wide == 0x0123456789abcdef && narrow == 0x01234567);
  OK(fpgaMapMMIO(handle, 0, NULL));
  OK(fpgaMapMMIO(handle, 0, &mapped));
  HOLDS(mapped[0x100 / 8] == wide);
  mapped[0x108 / 8] = 5;
  OK(fpgaReadMMIO64(handle, 0, 0x108, &wide));
  HOLDS(wide == 5);
  OK(fpgaWriteMMIO32(handle, 0, 0x10c, 9));
  HOLDS(mapped[0x108 / 8] == 0x900000005);
  OK(fpgaWriteMMIO512(handle, 0, 0x140, line));
  OK(fpgaReadMMIO64(handle, 0, 0x178, &wide));
  HOLDS(wide == 8);
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, 0x101, &wide));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, 4096, &wide));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO32(handle, 0, 4096, &narrow));
  GIVES(FPGA_INVALID_PARAM, fpgaWriteMMIO64(handle, 0, UINT64_MAX - 7, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 2, 0, &wide));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, 0, NULL));
  /* Behind calls: each read counts, so none is made up. */
  OK(fpgaReadMMIO64(handle, 1, 8, &wide));
  OK(fpgaReadMMIO64(handle, 1, 8, &wide));
  HOLDS(wide == 2);
  OK(fpgaMapMMIO(handle, 1, NULL));
  GIVES(FPGA_NOT_SUPPORTED, fpgaMapMMIO(handle, 1, &mapped));
  OK(fpgaReset(handle));
  OK(fpgaReadMMIO64(handle, 0, 0x100, &wide));
  HOLDS(wide == 0);
  OK(fpgaUnmapMMIO(handle, 0));
}

static void buffers(fpga_handle handle) {
  void *memory = NULL, *own = NULL;
  uint64_t id = 0, second = 0, address = 0;
  OK(fpgaPrepareBuffer(handle, 100, &memory, &id, 0));
  HOLDS(memory != NULL && (uintptr_t)memory % 4096 == 0);
  memset(memory, 1, 4096);
  OK(fpgaGetIOAddress(handle, id, &address));
  HOLDS(address >= 0x100000000);
  OK(fpgaPrepareBuffer(handle, 0, NULL, &second, FPGA_BUF_PREALLOCATED));
  own = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *given = own;
  OK(fpgaPrepareBuffer(handle, 8192, &given, &second, FPGA_BUF_PREALLOCATED));
  HOLDS(given == own && second != id);
  given = (char *)own + 1;
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 4096, &given, &address, FPGA_BUF_PREALLOCATED));
  given = own;
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 100, &given, &address, FPGA_BUF_PREALLOCATED));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 0, &memory, &address, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 4096, NULL, &address, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 4096, &memory, NULL, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaPrepareBuffer(handle, 4096, &memory, &address, 64));
  OK(fpgaReleaseBuffer(handle, second));
  munmap(own, 8192);
  OK(fpgaReleaseBuffer(handle, id));
  GIVES(FPGA_INVALID_PARAM, fpgaReleaseBuffer(handle, id));
  GIVES(FPGA_NOT_FOUND, fpgaGetIOAddress(handle, id, &address));
  GIVES(FPGA_NOT_FOUND, fpgaGetIOAddress(handle, 0xdeadbeef, &address));
}

static void events(fpga_handle handle) {
  fpga_event_handle event = NULL, other = NULL;
  int descriptor = -1;
  OK(fpgaCreateEventHandle(&event));
  OK(fpgaCreateEventHandle(&other));
  GIVES(FPGA_INVALID_PARAM, fpgaGetOSObjectFromEventHandle(event, &descriptor));
  GIVES(FPGA_INVALID_PARAM, fpgaUnregisterEvent(handle, FPGA_EVENT_INTERRUPT, event));
  GIVES(FPGA_INVALID_PARAM, fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, event, 2));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, event, 1));
  GIVES(FPGA_INVALID_PARAM, fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, event, 1));
  GIVES(FPGA_NOT_SUPPORTED, fpgaRegisterEvent(handle, FPGA_EVENT_POWER_THERMAL, other, 0));
  OK(fpgaRegisterEvent(handle, FPGA_EVENT_ERROR, other, 0));
  OK(fpgaGetOSObjectFromEventHandle(event, &descriptor));
  struct pollfd wait = {.fd = descriptor, .events = POLLIN};
  HOLDS(poll(&wait, 1, 0) == 0);
  OK(fpgaWriteMMIO64(handle, 1, 0, 1));
  HOLDS(poll(&wait, 1, 20000) == 1);
  uint64_t count = 0;
  HOLDS(read(descriptor, &count, sizeof count) == 8 && count == 1);
  /* Another interrupt is another's. */
  OK(fpgaWriteMMIO64(handle, 1, 0, 0));
  HOLDS(poll(&wait, 1, 50) == 0);
  OK(fpgaUnregisterEvent(handle, FPGA_EVENT_INTERRUPT, event));
  GIVES(FPGA_INVALID_PARAM, fpgaUnregisterEvent(handle, FPGA_EVENT_INTERRUPT, event));
  OK(fpgaDestroyEventHandle(&event));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyEventHandle(&event));
  OK(fpgaDestroyEventHandle(&other));
}

static void errors(fpga_token token) {
  uint64_t value = 0;
  struct {
    struct fpga_error_info info;
    char canary;
  } error = {.canary = 42};
  OK(fpgaReadError(token, 0, &value));
  HOLDS(value == 5);
  OK(fpgaClearError(token, 0));
  OK(fpgaReadError(token, 0, &value));
  HOLDS(value == 0);
  GIVES(FPGA_NOT_SUPPORTED, fpgaClearError(token, 1));
  GIVES(FPGA_NOT_FOUND, fpgaReadError(token, 2, &value));
  GIVES(FPGA_NOT_FOUND, fpgaReadError(token, UINT32_MAX, &value));
  GIVES(FPGA_NOT_FOUND, fpgaGetErrorInfo(token, 2, &error.info));
  OK(fpgaGetErrorInfo(token, 1, &error.info));
  HOLDS(strcmp(error.info.name, "first_error") == 0 && !error.info.can_clear && error.canary == 42);
  OK(fpgaClearAllErrors(token));
}

static void objects(fpga_token token, fpga_handle handle) {
  fpga_object port = NULL, id = NULL;
  uint32_t size[2] = {0, 0xdeadbeef};
  uint64_t value = 0;
  uint8_t bytes[8] = {0};
  enum fpga_sysobject_type type;
  OK(fpgaTokenGetObject(token, "po*", &port, FPGA_OBJECT_GLOB));
  OK(fpgaObjectGetType(port, &type));
  HOLDS(type == FPGA_OBJECT_CONTAINER);
  OK(fpgaObjectGetSize(port, size, 0));
  HOLDS(size[0] == 2 && size[1] == 0xdeadbeef);
  OK(fpgaObjectGetObject(port, "id", &id, 0));
  GIVES(FPGA_NOT_FOUND, fpgaObjectGetObject(port, "nothing", &id, 0));
  OK(fpgaObjectGetType(id, &type));
  HOLDS(type == FPGA_OBJECT_ATTRIBUTE);
  OK(fpgaObjectRead64(id, &value, FPGA_OBJECT_SYNC));
  HOLDS(value == 0x2a);
  OK(fpgaObjectRead(id, bytes, 1, 3, 0));
  HOLDS(memcmp(bytes, "x2a", 3) == 0);
  GIVES(FPGA_INVALID_PARAM, fpgaObjectRead(id, bytes, 4, 8, 0));
  OK(fpgaDestroyObject(&id));
  GIVES(FPGA_INVALID_PARAM, fpgaObjectRead64(id, &value, 0));
  OK(fpgaObjectGetObjectAt(port, 1, &id));
  OK(fpgaObjectRead64(id, &value, 0));
  HOLDS(value == 7);
  GIVES(FPGA_INVALID_PARAM, fpgaObjectGetObject(id, "id", &id, 0));
  OK(fpgaDestroyObject(&id));
  GIVES(FPGA_INVALID_PARAM, fpgaObjectGetObjectAt(port, 2, &id));
  OK(fpgaDestroyObject(&port));
  OK(fpgaHandleGetObject(handle, "port/state", &id, 0));
  OK(fpgaObjectWrite64(id, 0x99, 0));
  OK(fpgaObjectRead64(id, &value, FPGA_OBJECT_SYNC));
  HOLDS(value == 0x99);
  OK(fpgaDestroyObject(&id));
  GIVES(FPGA_NOT_FOUND, fpgaTokenGetObject(token, "nothing", &id, 0));
}

static void metrics(fpga_handle handle) {
  uint64_t count = 0, numbers[3] = {1, 2, 0};
  OK(fpgaGetNumMetrics(handle, &count));
  HOLDS(count == 2);
  fpga_metric_info info[2];
  OK(fpgaGetMetricsInfo(handle, info, &count));
  HOLDS(count == 2 && info[0].metric_num == 0 && info[1].metric_num == 1 && strcmp(info[0].metric_units, "Watts") == 0);
  HOLDS(info[1].metric_type == FPGA_METRIC_TYPE_PERFORMANCE_CTR && info[0].metric_datatype == FPGA_METRIC_DATATYPE_DOUBLE);
  /* A number is a place in the list, whatever the device calls the metric: tools index the list by it. */
  fpga_metric values[3];
  OK(fpgaGetMetricsByIndex(handle, numbers, 3, values));
  HOLDS(values[0].value.ivalue == 1234 && values[0].metric_num == 1 && values[0].isvalid);
  HOLDS(values[1].metric_num == 2 && !values[1].isvalid);
  HOLDS(values[2].value.dvalue == 12.5 && values[2].metric_num == 0 && values[2].isvalid);
  GIVES(FPGA_NOT_FOUND, fpgaGetMetricsByIndex(handle, numbers + 1, 1, values));
  char *names[2] = {"power:total", "nothing"};
  OK(fpgaGetMetricsByName(handle, names, 2, values));
  HOLDS(values[0].value.dvalue == 12.5 && values[0].metric_num == 0 && !values[1].isvalid);
  GIVES(FPGA_NOT_FOUND, fpgaGetMetricsByName(handle, names + 1, 1, values));
  GIVES(FPGA_INVALID_PARAM, fpgaGetMetricsByIndex(handle, numbers, UINT64_MAX, values));
  static metric_threshold limits[1];
  uint32_t limit_count = 0;
  OK(fpgaGetMetricsThresholdInfo(handle, NULL, &limit_count));
  HOLDS(limit_count == 1);
  OK(fpgaGetMetricsThresholdInfo(handle, limits, &limit_count));
  HOLDS(strcmp(limits[0].metric_name, "total") == 0 && !limits[0].upper_nr_threshold.is_valid);
  HOLDS(limits[0].upper_c_threshold.is_valid && limits[0].upper_c_threshold.value == 99.5);
}

static void management(fpga_token token, fpga_handle handle) {
  uint64_t high = 0, low = 0;
  OK(fpgaGetUserClock(handle, &high, &low, 0));
  HOLDS(high == 312000000 && low == 156000000);
  OK(fpgaSetUserClock(handle, 400, 200, 0));
  OK(fpgaGetUserClock(handle, &high, &low, 0));
  HOLDS(high == 400000000 && low == 200000000);
  GIVES(FPGA_INVALID_PARAM, fpgaSetUserClock(handle, 1, 1, 0));
  const uint8_t image[5] = "gbs!";
  GIVES(FPGA_BUSY, fpgaReconfigureSlot(handle, 0, image, 4, 0));
  OK(fpgaReconfigureSlot(handle, 0, image, 4, FPGA_RECONF_FORCE));
  GIVES(FPGA_INVALID_PARAM, fpgaReconfigureSlot(handle, 1, image, 4, FPGA_RECONF_FORCE));
  GIVES(FPGA_RECONF_ERROR, fpgaReconfigureSlot(handle, 0, image, 5, FPGA_RECONF_FORCE));
  GIVES(FPGA_INVALID_PARAM, fpgaReconfigureSlot(handle, 0, NULL, 4, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaReconfigureSlot(handle, 0, image, SIZE_MAX, 0));
  OK(fpgaAssignPortToInterface(handle, 1, 0, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaAssignToInterface(handle, token, 0, 0));
  GIVES(FPGA_NOT_SUPPORTED, fpgaReleaseFromInterface(handle, token));
  uint32_t pasid = 0;
  OK(fpgaBindSVA(handle, &pasid));
  HOLDS(pasid == 41);
  GIVES(FPGA_NOT_SUPPORTED, fpgaGetNumUmsg(NULL, NULL));
}

int main(void) {
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL;
  /* Before it is open. */
  errors(token);
  OK(fpgaOpen(token, &handle, 0));
  registers(handle);
  buffers(handle);
  events(handle);
  objects(token, handle);
  metrics(handle);
  management(token, handle);
  OK(fpgaClose(handle));
  fpga_object object = NULL;
  uint64_t value = 0;
  OK(fpgaTokenGetObject(token, "port/id", &object, 0));
  /* What it is used for keeps nobody from opening it for himself alone. */
  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaObjectRead64(object, &value, 0));
  OK(fpgaDestroyObject(&object));
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  return verdict();
}
