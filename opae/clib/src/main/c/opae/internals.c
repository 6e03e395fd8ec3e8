/*
 * Names that OPAE's library exports although its header for programs does not have them. Those that make or take its
 * own structures have nothing to work on here: tokens, handles and objects are numbers.
 */
#include "library.h"

EXPORT int initialized;

EXPORT struct properties *opae_properties_create(void) { return properties_create(); }

EXPORT int opae_plugin_mgr_initialize(const char *config_file) { return (int)fpgaInitialize(config_file); }

EXPORT int opae_plugin_mgr_finalize_all(void) { return (int)fpgaFinalize(); }

/* One more plugin, without a configuration. */
EXPORT int opae_plugin_mgr_register_plugin(const char *name, const char *config) {
  (void)config;
  return (int)CALL(registerPlugin, WORD(name));
}

/* Plugins are in Java, and have no tables for C. */
EXPORT int opae_plugin_mgr_for_each_adapter(int (*callback)(const void *, void *), void *context) {
  (void)context;
  return callback == NULL;
}

EXPORT void opae_upref_wrapped_token(void *token) { CALL(retainToken, WORD(token)); }

EXPORT fpga_result opae_downref_wrapped_token(void *token) { return CALL(fpgaDestroyToken, WORD(&token)); }

static void *none(void) {
  boot_fail("this library has no wrappers of OPAE: tokens, handles and objects are numbers");
  return NULL;
}

EXPORT void *opae_allocate_wrapped_token(fpga_token token, const void *table) {
  (void)token;
  (void)table;
  return none();
}

EXPORT void *opae_allocate_wrapped_handle(void *token, fpga_handle handle, void *table) {
  (void)token;
  (void)handle;
  (void)table;
  return none();
}

EXPORT void *opae_allocate_wrapped_event_handle(fpga_event_handle event, void *table) {
  (void)event;
  (void)table;
  return none();
}

EXPORT void *opae_allocate_wrapped_object(fpga_object object, void *table) {
  (void)object;
  (void)table;
  return none();
}

static fpga_result not_here(void) {
  none();
  return FPGA_NOT_SUPPORTED;
}

EXPORT fpga_result afu_open_children(void *parent) {
  (void)parent;
  return not_here();
}

EXPORT fpga_result afu_close_children(void *parent) {
  (void)parent;
  return not_here();
}

EXPORT fpga_result afu_pin_buffer(void *parent, void *address, uint64_t length, uint64_t wsid) {
  (void)parent;
  (void)address;
  (void)length;
  (void)wsid;
  return not_here();
}

EXPORT fpga_result afu_unpin_buffer(void *parent, uint64_t wsid) {
  (void)parent;
  (void)wsid;
  return not_here();
}

/* Of another library's JSON, which this one does not have. */
EXPORT int opae_parse_device_id(void *json, void *device) {
  (void)json;
  (void)device;
  return 1;
}
