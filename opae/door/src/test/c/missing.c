/* A plugin that is required is missing: the search fails, and says so. */
#include "check.h"

int main(void) {
  uint32_t found = 7;
  char message[1024] = "";
  GIVES(FPGA_NO_DRIVER, fpgaEnumerate(NULL, 0, NULL, 0, &found));
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strstr(message, "nosuchplugin") != NULL);
  return verdict();
}
