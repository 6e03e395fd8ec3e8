/*
 * Functions that are served by Java: those without a body here are made of the list of functions. Those of registers
 * are in registers.c, those of properties in properties.c.
 */
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
static uint64_t bridge[8];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct boot_service service = {
    .class_name = "dev/backplane/opae/door/CEntry", .first_operation = OPERATION_connect, .first_arguments = bridge};

static void fill_bridge(void) {
  bridge[0] = WORD(boot_dispatch_pointer());
  bridge[1] = WORD(message_of_thread);
  bridge[2] = WORD(events_make);
  bridge[3] = WORD(events_raise);
  bridge[4] = WORD(events_close);
  bridge[5] = WORD(registers_withdrawals);
  bridge[6] = WORD(registers_map);
  bridge[7] = WORD(registers_withdraw);
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
    tell(result, operation == OPERATION_fpgaInitialize || operation == OPERATION_fpgaEnumerate);
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
  fpga_result result = CALL(retireAll, 0);
  if (result == FPGA_OK && !registers_withdraw_all()) {
    boot_fail("fpgaFinalize: another thread does not leave the registers");
    return FPGA_BUSY;
  }
  if (result == FPGA_OK && others_are_in_calls()) {
    boot_fail("fpgaFinalize: another thread is in a call that does not return, so what it is in stays loaded. Call it again when the thread is out");
    tell(FPGA_EXCEPTION, false);
    return FPGA_BUSY;
  }
  return result == FPGA_OK ? CALL(closeAll, 0) : result;
}

/*
 * A program that ends has closed what it left open: a device may have files to write. Not where a handler of a signal
 * ends it that interrupted a call: Java is then where no other call can begin.
 */
__attribute__((destructor)) static void end(void) {
  if (boot_has_own_vm() && !boot_is_in_call()) {
    CALL(retireAll, 0);
    if (registers_withdraw_all()) {
      CALL(end, others_are_in_calls());
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
  return CALL(fpgaEnumerate, WORD(filters), num_filters, WORD(tokens), max_tokens, WORD(num_matches));
}

/* Programs pass 4 bytes, plugins may write 8: Java writes into the array. */
EXPORT fpga_result fpgaObjectGetSize(fpga_object object, uint32_t *size, int flags) {
  if (size == NULL) {
    return invalid("fpgaObjectGetSize: the place for the size is null");
  }
  uint64_t value = 0;
  fpga_result result = CALL(fpgaObjectGetSize, WORD(object), WORD(&value), (uint32_t)flags);
  if (result == FPGA_OK) {
    *size = (uint32_t)value;
  }
  return result;
}

/* OPAE's library forwards no user messages, whatever it is asked with. */
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

/* Functions with a body here or in another file. */
#define OWN_fpgaEnumerate
#define OWN_fpgaGetProperties
#define OWN_fpgaGetPropertiesFromHandle
#define OWN_fpgaUpdateProperties
#define OWN_fpgaReadMMIO32
#define OWN_fpgaReadMMIO64
#define OWN_fpgaWriteMMIO32
#define OWN_fpgaWriteMMIO64
#define OWN_fpgaObjectGetSize
#define OWN_fpgaGetNumUmsg
#define OWN_fpgaSetUmsgAttributes
#define OWN_fpgaTriggerUmsg
#define OWN_fpgaGetUmsgPtr

/* Plugins have these, and programs do not. */
#define OWN_fpgaPinBuffer
#define OWN_fpgaUnpinBuffer
#define OWN_fpgaGetWSInfo

#define STUB(name, parameters, words) \
  EXPORT fpga_result name parameters { return call_java(OPERATION_##name, WORDS words); }
#include <functions.def>
