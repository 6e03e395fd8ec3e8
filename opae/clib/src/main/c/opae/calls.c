/* Functions that are served by Java. Those of registers are in registers.c, those of properties in properties.c. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "library.h"

#define MOST_TRIES 1000

static char *message_of_thread(void) {
  struct boot_thread *thread = boot_thread();
  if (thread == NULL) {
    return NULL;
  }
  thread->has_message = true;
  return thread->message;
}

/* Functions that Java calls, in the order of its class Bridge. */
static uint64_t bridge[5];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct boot_service service = {
    .class_name = "dev/backplane/opae/door/CEntry", .first_operation = OPERATION_CONNECT, .first_arguments = bridge};

static void fill_bridge(void) {
  bridge[0] = WORD(boot_dispatch_pointer());
  bridge[1] = WORD(message_of_thread);
  bridge[2] = WORD(events_make);
  bridge[3] = WORD(events_raise);
  bridge[4] = WORD(events_close);
}

/*
 * Says why a call failed; what a program may well ask for in vain only where the log is to have it. A search that finds
 * nothing is no failure: one that fails could not have its plugins.
 */
static void tell(fpga_result result, bool is_about_plugins) {
  struct boot_thread *thread = boot_thread();
  if (thread != NULL && thread->has_message) {
    bool is_usual = result == FPGA_NOT_FOUND || result == FPGA_NOT_SUPPORTED || result == FPGA_BUSY;
    opae_print(is_usual && !is_about_plugins ? 1 : 0, "backplane: %s\n", thread->message);
  }
}

fpga_result call_java(enum operation operation, uint64_t *arguments) {
  pthread_once(&once, fill_bridge);
  int64_t answer = boot_call(&service, operation, arguments);
  fpga_result result = answer == BOOT_FAILED ? FPGA_EXCEPTION : (fpga_result)answer;
  /* Where there is no JVM, that was said once. */
  if (__builtin_expect(result != FPGA_OK, 0) && answer != BOOT_FAILED) {
    tell(result, operation == OPERATION_INITIALIZE || operation == OPERATION_ENUMERATE);
  }
  return result;
}

fpga_result invalid(const char *what) {
  boot_fail("%s", what);
  tell(FPGA_INVALID_PARAM, false);
  return FPGA_INVALID_PARAM;
}

EXPORT fpga_result fpgaGetLastErrorMessage(char *message, size_t length) {
  struct boot_thread *thread = boot_thread();
  if (message == NULL || length == 0) {
    return FPGA_INVALID_PARAM;
  }
  if (thread == NULL || !thread->has_message) {
    return FPGA_NOT_FOUND;
  }
  size_t bytes = strlen(thread->message);
  bytes = bytes < length ? bytes : length - 1;
  memcpy(message, thread->message, bytes);
  message[bytes] = 0;
  return FPGA_OK;
}

EXPORT fpga_result fpgaInitialize(const char *config_file) { return CALL(INITIALIZE, WORD(config_file)); }

/*
 * Whether another thread is still in a call that began before this one, after it had a second to come out of it: plugins
 * may block for ever. Calls that begin now find no handle any more.
 */
static bool others_are_in_calls(void) {
  int tries = 0;
  for (struct boot_thread *each = boot_threads(); each != NULL; each = each->next) {
    unsigned ended = each->ended;
    while (each != boot_thread() && each->calls > 0 && each->ended == ended) {
      if (tries++ == MOST_TRIES) {
        return true;
      }
      usleep(1000);
    }
  }
  return false;
}

EXPORT fpga_result fpgaFinalize(void) {
  fpga_result result = CALL(RETIRE_ALL, 0);
  if (result == FPGA_OK && !registers_withdraw_all()) {
    boot_fail("fpgaFinalize: another thread does not leave the registers");
    return FPGA_BUSY;
  }
  if (result == FPGA_OK && others_are_in_calls()) {
    boot_fail("fpgaFinalize: another thread is in a call that does not return, so what it is in stays loaded. Call it again when the thread is out");
    tell(FPGA_EXCEPTION, false);
    return FPGA_BUSY;
  }
  return result == FPGA_OK ? CALL(FINALIZE, 0) : result;
}

/*
 * A program that ends has closed what it left open: a device may have files to write. Not where a handler of a signal
 * ends it that interrupted a call: Java is then where no other call can begin.
 */
__attribute__((destructor)) static void end(void) {
  if (boot_has_own_vm() && !boot_is_in_call()) {
    CALL(RETIRE_ALL, 0);
    if (registers_withdraw_all()) {
      CALL(END, others_are_in_calls());
    }
  }
}

EXPORT fpga_result fpgaEnumerate(const fpga_properties *filters, uint32_t num_filters, fpga_token *tokens,
                                 uint32_t max_tokens, uint32_t *num_matches) {
  if (num_matches == NULL || (tokens == NULL && max_tokens > 0) || (filters == NULL) != (num_filters == 0)) {
    return invalid("fpgaEnumerate: the place for the number of matches is null, or tokens or filters do not fit their number");
  }
  for (uint32_t i = 0; i < num_filters; i++) {
    if (!properties_are(filters[i])) {
      return invalid("fpgaEnumerate: a filter is null, is something else, or was destroyed");
    }
  }
  return CALL(ENUMERATE, WORD(filters), num_filters, WORD(tokens), max_tokens, WORD(num_matches));
}

EXPORT fpga_result fpgaCloneToken(fpga_token source, fpga_token *clone) {
  return CALL(CLONE_TOKEN, WORD(source), WORD(clone));
}

EXPORT fpga_result fpgaDestroyToken(fpga_token *token) { return CALL(DESTROY_TOKEN, WORD(token)); }

EXPORT fpga_result fpgaOpen(fpga_token token, fpga_handle *handle, int flags) {
  return CALL(OPEN, WORD(token), WORD(handle), (uint32_t)flags);
}

EXPORT fpga_result fpgaClose(fpga_handle handle) {
  uint64_t retired = 0;
  fpga_result result = CALL(RETIRE, WORD(handle), WORD(&retired));
  if (result != FPGA_OK) {
    return result;
  }
  registers_withdraw(WORD(handle));
  return CALL(CLOSE, retired);
}

EXPORT fpga_result fpgaReset(fpga_handle handle) { return CALL(RESET, WORD(handle)); }

EXPORT fpga_result fpgaGetChildren(fpga_handle handle, uint32_t max_children, fpga_handle *children,
                                   uint32_t *num_children) {
  return CALL(GET_CHILDREN, WORD(handle), max_children, WORD(children), WORD(num_children));
}

EXPORT fpga_result fpgaMapMMIO(fpga_handle handle, uint32_t mmio_num, uint64_t **address) {
  return CALL(MAP_MMIO, WORD(handle), mmio_num, WORD(address));
}

EXPORT fpga_result fpgaUnmapMMIO(fpga_handle handle, uint32_t mmio_num) {
  return CALL(UNMAP_MMIO, WORD(handle), mmio_num);
}

EXPORT fpga_result fpgaPrepareBuffer(fpga_handle handle, uint64_t length, void **address, uint64_t *wsid, int flags) {
  return CALL(PREPARE_BUFFER, WORD(handle), length, WORD(address), WORD(wsid), (uint32_t)flags);
}

EXPORT fpga_result fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid) {
  return CALL(RELEASE_BUFFER, WORD(handle), wsid);
}

EXPORT fpga_result fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *io_address) {
  return CALL(GET_IO_ADDRESS, WORD(handle), wsid, WORD(io_address));
}

EXPORT fpga_result fpgaBindSVA(fpga_handle handle, uint32_t *pasid) {
  return CALL(BIND_SVA, WORD(handle), WORD(pasid));
}

EXPORT fpga_result fpgaReadError(fpga_token token, uint32_t error, uint64_t *value) {
  return CALL(READ_ERROR, WORD(token), error, WORD(value));
}

EXPORT fpga_result fpgaClearError(fpga_token token, uint32_t error) { return CALL(CLEAR_ERROR, WORD(token), error); }

EXPORT fpga_result fpgaClearAllErrors(fpga_token token) { return CALL(CLEAR_ALL_ERRORS, WORD(token)); }

EXPORT fpga_result fpgaGetErrorInfo(fpga_token token, uint32_t error, struct fpga_error_info *description) {
  return CALL(GET_ERROR_INFO, WORD(token), error, WORD(description));
}

EXPORT fpga_result fpgaCreateEventHandle(fpga_event_handle *event) { return CALL(CREATE_EVENT_HANDLE, WORD(event)); }

EXPORT fpga_result fpgaDestroyEventHandle(fpga_event_handle *event) { return CALL(DESTROY_EVENT_HANDLE, WORD(event)); }

EXPORT fpga_result fpgaGetOSObjectFromEventHandle(const fpga_event_handle event, int *descriptor) {
  return CALL(GET_OS_OBJECT, WORD(event), WORD(descriptor));
}

EXPORT fpga_result fpgaRegisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event,
                                     uint32_t flags) {
  return CALL(REGISTER_EVENT, WORD(handle), (uint32_t)type, WORD(event), flags);
}

EXPORT fpga_result fpgaUnregisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event) {
  return CALL(UNREGISTER_EVENT, WORD(handle), (uint32_t)type, WORD(event));
}

EXPORT fpga_result fpgaAssignPortToInterface(fpga_handle device, uint32_t interface_num, uint32_t slot, int flags) {
  return CALL(ASSIGN_PORT, WORD(device), interface_num, slot, (uint32_t)flags);
}

EXPORT fpga_result fpgaAssignToInterface(fpga_handle device, fpga_token accelerator, uint32_t host_interface,
                                         int flags) {
  return CALL(ASSIGN_TO_INTERFACE, WORD(device), WORD(accelerator), host_interface, (uint32_t)flags);
}

EXPORT fpga_result fpgaReleaseFromInterface(fpga_handle device, fpga_token accelerator) {
  return CALL(RELEASE_FROM_INTERFACE, WORD(device), WORD(accelerator));
}

EXPORT fpga_result fpgaReconfigureSlot(fpga_handle device, uint32_t slot, const uint8_t *image, size_t length,
                                       int flags) {
  return CALL(RECONFIGURE_SLOT, WORD(device), slot, WORD(image), length, (uint32_t)flags);
}

EXPORT fpga_result fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *object, int flags) {
  return CALL(TOKEN_GET_OBJECT, WORD(token), WORD(name), WORD(object), (uint32_t)flags);
}

EXPORT fpga_result fpgaHandleGetObject(fpga_handle handle, const char *name, fpga_object *object, int flags) {
  return CALL(HANDLE_GET_OBJECT, WORD(handle), WORD(name), WORD(object), (uint32_t)flags);
}

EXPORT fpga_result fpgaObjectGetObject(fpga_object parent, const char *name, fpga_object *object, int flags) {
  return CALL(OBJECT_GET_OBJECT, WORD(parent), WORD(name), WORD(object), (uint32_t)flags);
}

EXPORT fpga_result fpgaObjectGetObjectAt(fpga_object parent, size_t index, fpga_object *object) {
  return CALL(OBJECT_GET_OBJECT_AT, WORD(parent), index, WORD(object));
}

EXPORT fpga_result fpgaDestroyObject(fpga_object *object) { return CALL(DESTROY_OBJECT, WORD(object)); }

EXPORT fpga_result fpgaObjectRead(fpga_object object, uint8_t *buffer, size_t offset, size_t length, int flags) {
  return CALL(OBJECT_READ, WORD(object), WORD(buffer), offset, length, (uint32_t)flags);
}

EXPORT fpga_result fpgaObjectRead64(fpga_object object, uint64_t *value, int flags) {
  return CALL(OBJECT_READ_64, WORD(object), WORD(value), (uint32_t)flags);
}

/* Programs pass 4 bytes, plugins may write 8: Java writes into the array. */
EXPORT fpga_result fpgaObjectGetSize(fpga_object object, uint32_t *size, int flags) {
  if (size == NULL) {
    return invalid("fpgaObjectGetSize: the place for the size is null");
  }
  uint64_t value = 0;
  fpga_result result = CALL(OBJECT_GET_SIZE, WORD(object), WORD(&value), (uint32_t)flags);
  if (result == FPGA_OK) {
    *size = (uint32_t)value;
  }
  return result;
}

EXPORT fpga_result fpgaObjectGetType(fpga_object object, enum fpga_sysobject_type *type) {
  return CALL(OBJECT_GET_TYPE, WORD(object), WORD(type));
}

EXPORT fpga_result fpgaObjectWrite64(fpga_object object, uint64_t value, int flags) {
  return CALL(OBJECT_WRITE_64, WORD(object), value, (uint32_t)flags);
}

EXPORT fpga_result fpgaSetUserClock(fpga_handle handle, uint64_t high, uint64_t low, int flags) {
  return CALL(SET_USER_CLOCK, WORD(handle), high, low, (uint32_t)flags);
}

EXPORT fpga_result fpgaGetUserClock(fpga_handle handle, uint64_t *high, uint64_t *low, int flags) {
  return CALL(GET_USER_CLOCK, WORD(handle), WORD(high), WORD(low), (uint32_t)flags);
}

EXPORT fpga_result fpgaGetNumMetrics(fpga_handle handle, uint64_t *count) {
  return CALL(GET_NUM_METRICS, WORD(handle), WORD(count));
}

EXPORT fpga_result fpgaGetMetricsInfo(fpga_handle handle, fpga_metric_info *descriptions, uint64_t *count) {
  return CALL(GET_METRICS_INFO, WORD(handle), WORD(descriptions), WORD(count));
}

EXPORT fpga_result fpgaGetMetricsByIndex(fpga_handle handle, uint64_t *numbers, uint64_t count,
                                         fpga_metric *metrics) {
  return CALL(GET_METRICS_BY_INDEX, WORD(handle), WORD(numbers), count, WORD(metrics));
}

EXPORT fpga_result fpgaGetMetricsByName(fpga_handle handle, char **names, uint64_t count, fpga_metric *metrics) {
  return CALL(GET_METRICS_BY_NAME, WORD(handle), WORD(names), count, WORD(metrics));
}

EXPORT fpga_result fpgaGetMetricsThresholdInfo(fpga_handle handle, struct metric_threshold *thresholds,
                                               uint32_t *count) {
  return CALL(GET_METRICS_THRESHOLDS, WORD(handle), WORD(thresholds), WORD(count));
}

/* No library forwards user messages. */
EXPORT fpga_result fpgaGetNumUmsg(fpga_handle handle, uint64_t *value) {
  (void)handle;
  (void)value;
  return FPGA_NOT_SUPPORTED;
}

EXPORT fpga_result fpgaSetUmsgAttributes(fpga_handle handle, uint64_t value) {
  (void)handle;
  (void)value;
  return FPGA_NOT_SUPPORTED;
}

EXPORT fpga_result fpgaTriggerUmsg(fpga_handle handle, uint64_t value) {
  (void)handle;
  (void)value;
  return FPGA_NOT_SUPPORTED;
}

EXPORT fpga_result fpgaGetUmsgPtr(fpga_handle handle, uint64_t **address) {
  (void)handle;
  (void)address;
  return FPGA_NOT_SUPPORTED;
}
