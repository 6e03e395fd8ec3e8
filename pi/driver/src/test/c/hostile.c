/* Plugins that are wrong, each in one way: compile with -DWRONG_... */
#include "plugin.h"
#include <signal.h>
#include <unistd.h>

static pi_result fine(void) { return PI_SUCCESS; }

static pi_result piTearDown(void *parameter) {
  (void)parameter;
#ifdef WRONG_TEAR_DOWN
  return PI_OUT_OF_RESOURCES;
#else
  return PI_SUCCESS;
#endif
}

#ifdef WRONG_LOAD_ABORTS
__attribute__((constructor)) static void load(void) {
  fputs("license not found\n", stderr);
  abort();
}
#endif

#ifdef WRONG_UNDEFINED
extern int nobody_has_this_function(void);
int use(void) { return nobody_has_this_function(); }
#endif

#ifdef WRONG_NO_ENTRY
#define piPluginInit pluginInit
#endif

pi_result piPluginInit(struct pi_plugin *plugin) {
#if defined WRONG_ABORTS
  abort();
#elif defined WRONG_CRASHES
  *(volatile int *)plugin->targets = 1;
#elif defined WRONG_HANGS
  for (;;) {
    pause();
  }
#elif defined WRONG_REFUSES
  return PI_INVALID_OPERATION;
#elif defined WRONG_FAILS
  return PI_OUT_OF_RESOURCES;
#elif defined WRONG_GARBAGE
  memset(plugin->plugin_version, '9', sizeof plugin->plugin_version);
#elif defined WRONG_VERSION
  strcpy(plugin->plugin_version, TEXT(WRONG_VERSION));
#elif !defined WRONG_SILENT
  strcpy(plugin->plugin_version, MY_VERSION);
#endif
  for (int i = 0; i < SLOT_COUNT; i++) {
    plugin->table[i] = (void *)fine;
  }
  plugin->table[SLOT_piTearDown] = (void *)piTearDown;
#ifdef WRONG_MISSING
  plugin->table[SLOT_piContextCreate] = NULL;
  plugin->table[SLOT_piEventsWait] = NULL;
  plugin->table[SLOT_piEnqueueEventsWait] = NULL;
  plugin->table[SLOT_piQueueFinish] = NULL;
#endif
#ifdef WRONG_WILD
  plugin->table[SLOT_piKernelCreate] = (void *)0x1234;
#endif
#ifdef WRONG_DATA
  static int data = 7;
  plugin->table[SLOT_piKernelCreate] = &data;
#endif
  return PI_SUCCESS;
}
