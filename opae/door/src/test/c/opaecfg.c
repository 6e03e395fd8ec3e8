/* Files of OPAE's own form. The first argument, and what the environment names, has a plugin of no card of this machine. */
#include "check.h"

int main(int count, char **arguments) {
  HOLDS(count == 3);
  uint32_t found = 7;
  OK(fpgaEnumerate(NULL, 0, NULL, 0, &found));
  HOLDS(found == 0);
  OK(fpgaFinalize());

  found = 7;
  OK(fpgaInitialize(arguments[1]));
  OK(fpgaEnumerate(NULL, 0, NULL, 0, &found));
  HOLDS(found == 0);
  OK(fpgaFinalize());

  char message[512] = "";
  GIVES(FPGA_EXCEPTION, fpgaInitialize(arguments[2]));
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strstr(message, "wrong.cfg") != NULL && strstr(message, "configs[0]") != NULL);
  return verdict();
}
