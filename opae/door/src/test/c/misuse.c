/* What no program should do: each call answers, and the next ones work. */
#include "check.h"

int main(void) {
  fpga_token token = find_accelerator();
  fpga_handle handle = NULL, stale;
  uint64_t value = 0;
  uint32_t count = 0;
  OK(fpgaOpen(token, &handle, 0));
  void *garbage[] = {NULL, (void *)1, (void *)-1, (void *)0xdeadbeefcafe, &value, (void *)main, (void *)0xba00000000000000,
                     (void *)0xbaffffffffffffff};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
    void *given = garbage[i];
    fpga_properties properties = NULL;
    fpga_handle opened = NULL;
    fpga_object object = NULL;
    GIVES(FPGA_INVALID_PARAM, fpgaClose(given));
    GIVES(FPGA_INVALID_PARAM, fpgaReset(given));
    GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(given, 0, 0, &value));
    GIVES(FPGA_INVALID_PARAM, fpgaWriteMMIO32(given, 0, 0, 1));
    GIVES(FPGA_INVALID_PARAM, fpgaMapMMIO(given, 0, NULL));
    GIVES(FPGA_INVALID_PARAM, fpgaOpen(given, &opened, 0));
    GIVES(FPGA_INVALID_PARAM, fpgaCloneToken(given, &opened));
    GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&given));
    GIVES(FPGA_INVALID_PARAM, fpgaGetPropertiesFromHandle(given, &properties));
    GIVES(FPGA_INVALID_PARAM, fpgaTokenGetObject(given, "port", &object, 0));
    GIVES(FPGA_INVALID_PARAM, fpgaObjectRead64(given, &value, 0));
    GIVES(FPGA_INVALID_PARAM, fpgaDestroyObject(&given));
    GIVES(FPGA_INVALID_PARAM, fpgaDestroyEventHandle(&given));
    GIVES(FPGA_INVALID_PARAM, fpgaGetChildren(given, 0, NULL, &count));
    GIVES(FPGA_INVALID_PARAM, fpgaReadError(given, 0, &value));
    if (given != NULL) {
      GIVES(FPGA_INVALID_PARAM, fpgaGetProperties(given, &properties));
    }
  }
  /* One kind in the place of another. */
  GIVES(FPGA_INVALID_PARAM, fpgaClose(token));
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(handle, &stale, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(token, 0, 0, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&handle));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate((fpga_properties *)&token, 1, NULL, 0, &count));
  GIVES(FPGA_INVALID_PARAM, fpgaPropertiesSetBus(token, 1));
  GIVES(FPGA_INVALID_PARAM, fpgaUpdateProperties(token, handle));
  GIVES(FPGA_INVALID_PARAM, fpgaRegisterEvent(handle, FPGA_EVENT_INTERRUPT, token, 0));

  /* Null where a place has to be. */
  fpga_properties none = NULL, filter = NULL;
  OK(fpgaGetProperties(NULL, &filter));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate(NULL, 0, NULL, 0, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate(NULL, 0, NULL, 1, &count));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate(NULL, 1, NULL, 0, &count));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate(&filter, 0, NULL, 0, &count));
  GIVES(FPGA_INVALID_PARAM, fpgaEnumerate(&none, 1, NULL, 0, &count));
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(token, NULL, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaCloneToken(token, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaGetProperties(token, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaGetPropertiesFromHandle(handle, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaCreateEventHandle(NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyObject(NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaTokenGetObject(token, NULL, (fpga_object *)&stale, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaTokenGetObject(token, "port", NULL, 0));
  GIVES(FPGA_INVALID_PARAM, fpgaReadError(token, 0, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaGetErrorInfo(token, 0, NULL));
  GIVES(FPGA_INVALID_PARAM, fpgaWriteMMIO512(handle, 0, 0, NULL));
  stale = NULL;
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(token, &stale, FPGA_OPEN_HAS_PARENT_AFU));

  /* Twice, and afterwards. */
  OK(fpgaDestroyProperties(&filter));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyProperties(&filter));
  OK(fpgaReadMMIO64(handle, 0, 0, &value));
  stale = handle;
  OK(fpgaClose(handle));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(stale));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(stale, 0, 0, &value));
  /* The next handle is another one, though the same place may hold it. */
  OK(fpgaOpen(token, &handle, 0));
  HOLDS(handle != stale);
  OK(fpgaReadMMIO64(handle, 0, 0, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaReadMMIO64(stale, 0, 0, &value));
  GIVES(FPGA_INVALID_PARAM, fpgaClose(stale));
  OK(fpgaClose(handle));
  OK(fpgaDestroyToken(&token));
  GIVES(FPGA_INVALID_PARAM, fpgaDestroyToken(&token));
  GIVES(FPGA_INVALID_PARAM, fpgaOpen(token, &handle, 0));
  char message[16];
  OK(fpgaGetLastErrorMessage(message, sizeof message));
  HOLDS(strlen(message) == 15);
  GIVES(FPGA_INVALID_PARAM, fpgaGetLastErrorMessage(NULL, 1));
  return verdict();
}
