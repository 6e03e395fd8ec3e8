/* Initialising and finalising; the first argument is a configuration, the second one that is not there. */
#include "check.h"

static uint32_t count(void) {
  uint32_t found = 99;
  OK(fpgaEnumerate(NULL, 0, NULL, 0, &found));
  return found;
}

int main(int given, char **arguments) {
  HOLDS(given == 3);
  bool is_explicit = getenv("OPAE_EXPLICIT_INITIALIZE") != NULL;
  /* Before it is initialised there is nothing. */
  HOLDS(count() == (is_explicit ? 0 : 3));
  if (is_explicit) {
    GIVES(FPGA_NOT_FOUND, fpgaInitialize(arguments[2]));
    HOLDS(count() == 0);
  }
  OK(fpgaInitialize(arguments[1]));
  OK(fpgaInitialize(arguments[1]));
  HOLDS(count() == 3);
  fpga_token token = find_accelerator(), stale = token;
  fpga_handle handle = NULL;
  fpga_properties properties = NULL;
  fpga_object object = NULL;
  uint64_t value = 0;
  OK(fpgaGetProperties(token, &properties));
  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaHandleGetObject(handle, "port", &object, 0));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));

  OK(fpgaFinalize());
  OK(fpgaFinalize());
  HOLDS(count() == 0);
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 0, 8, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(handle));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&stale));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyObject(&object));
  /* Its parent went with the library. */
  OK(fpgaDestroyProperties(&properties));

  OK(fpgaInitialize(arguments[1]));
  HOLDS(count() == 3);
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(token, &handle, 0));
  token = find_accelerator();
  OK(fpgaOpen(token, &handle, 0));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  HOLDS(value == 0xf89e433683f9040b);
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  OK(fpgaFinalize());
  return verdict();
}
