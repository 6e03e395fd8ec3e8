/* Where there is no Java, the functions that need it say so. */
#include "check.h"

int main(void) {
  uint32_t found = 0;
  char message[1024] = "";
  fpga_properties properties = NULL;
  OK(fpgaGetProperties(NULL, &properties));
  GIVES(FPGA_EXCEPTION, fpgaEnumerate(&properties, 1, NULL, 0, &found));
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strstr(message, "BACKPLANE_") != NULL);
  GIVES(FPGA_EXCEPTION, fpgaInitialize(NULL));
  OK(fpgaDestroyProperties(&properties));
  return verdict();
}
