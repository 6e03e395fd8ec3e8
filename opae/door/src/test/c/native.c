/* A native plugin behind the library: what it answers is what the program gets. */
#include "check.h"

int main(void) {
  fpga_token tokens[4] = {0};
  fpga_handle handle = NULL, child = NULL;
  uint32_t found = 0;
  uint64_t value = 0, id = 0;
  OK(fpgaEnumerate(NULL, 0, tokens, 4, &found));
  HOLDS(found == 2);
  GIVES(FPGA_NO_ACCESS, fpgaOpen(tokens[0], &handle, 0x40));
  OK(fpgaOpen(tokens[0], &handle, FPGA_OPEN_SHARED | 0x100));
  OK(fpgaReadMMIO64(handle, 0, 8 * 48, &value));
  HOLDS(value == (FPGA_OPEN_SHARED | 0x100));
  OK(fpgaWriteMMIO64(handle, 3, 8, 40));
  OK(fpgaReadMMIO64(handle, 0, 8, &value));
  HOLDS(value == 43);
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(handle, 1, 8, &value));
  GIVES(FPGA_NOT_SUPPORTED, fpgaReset(handle));
  char message[256] = "";
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strstr(message, "FPGA_NOT_SUPPORTED") != NULL);

  fpga_properties properties = NULL;
  fpga_token parent = NULL;
  OK(fpgaGetProperties(tokens[1], &properties));
  OK(fpgaPropertiesGetObjectID(properties, &id));
  HOLDS(id == 101);
  /* Not the plugin's own token. */
  OK(fpgaPropertiesGetParent(properties, &parent));
  OK(fpgaDestroyProperties(&properties));
  OK(fpgaGetProperties(parent, &properties));
  OK(fpgaPropertiesGetObjectID(properties, &id));
  HOLDS(id == 100);
  OK(fpgaDestroyProperties(&properties));
  OK(fpgaDestroyToken(&parent));

  fpga_object object = NULL;
  uint32_t size[2] = {0, 0xdeadbeef};
  OK(fpgaTokenGetObject(tokens[0], "here", &object, 0));
  OK(fpgaObjectGetSize(object, size, 0));
  HOLDS(size[0] == 7 && size[1] == 0xdeadbeef);
  GIVES(FPGA_NOT_SUPPORTED, fpgaDestroyObject(&object));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyObject(&object));
  GIVES(FPGA_NOT_FOUND, fpgaTokenGetObject(tokens[0], "there", &object, 0));

  /* What closing says is told, and it is closed all the same. */
  GIVES(FPGA_BUSY, fpgaClose(handle));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(handle));

  OK(fpgaOpen(tokens[1], &handle, 0));
  OK(fpgaGetChildren(handle, 1, &child, &found));
  HOLDS(found == 1);
  OK(fpgaReadMMIO64(child, 0, 8 * 50, &value));
  HOLDS(value == FPGA_OPEN_HAS_PARENT_AFU);
  OK(fpgaReadMMIO64(child, 0, 8 * 51, &value));
  HOLDS(value == 1);
  void *memory = NULL;
  uint64_t workspace = 0;
  OK(fpgaPrepareBuffer(handle, 4096, &memory, &workspace, 0));
  OK(fpgaReadMMIO64(child, 0, 8 * 49, &value));
  OK(fpgaReadMMIO64(child, 0, 8 * 49, &value));
  HOLDS(value == 0x5000 + 4096);
  OK(fpgaReleaseBuffer(handle, workspace));
  OK(fpgaReadMMIO64(child, 0, 8 * 49, &value));
  OK(fpgaReadMMIO64(child, 0, 8 * 49, &value));
  HOLDS(value == 0);
  GIVES(FPGA_BUSY, fpgaClose(handle));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(child, 0, 0, &value));
  OK(fpgaDestroyToken(&tokens[0]));
  OK(fpgaDestroyToken(&tokens[1]));
  return verdict();
}
