/*
 * A plugin of OPAE: two accelerators, of which the second is a part of the first, and registers that keep what is
 * written. It hands out pointers, which the program must never see, and notes what it is called with.
 */
#include <backplane/fpga.h>
#include <stdlib.h>
#include <string.h>

struct token {
  int number;
};

struct handle {
  struct token *token;
  uint64_t registers[64];
  uint64_t pinned;
};

static struct token tokens[2] = {{0}, {1}};
static int last_flags;
static struct handle *last_parent;

/* What the test reads by registers behind these. */
#define NOTES 48

void *plugin_token(int number) { return &tokens[number]; }

fpga_result plugin_fpgaOpen(fpga_token token, fpga_handle *handle, int flags) {
  struct token *of = token;
  if (flags == 0x40) {
    return FPGA_NO_ACCESS;
  }
  last_flags = flags;
  last_parent = (flags & FPGA_OPEN_HAS_PARENT_AFU) != 0 ? *handle : NULL;
  struct handle *made = calloc(1, sizeof *made);
  made->token = of;
  if (of->number == 1) {
    /* The accelerator that the test's program knows is the child. */
    made->registers[0] = 1ull << 60 | 1ull << 52;
    made->registers[4] = 1ull << 31;
    made->registers[5] = 3ull << 35 | 1ull << 32 | 2;
    made->registers[6] = 0xf89e433683f9040b;
    made->registers[7] = 0xd8424dc4a4a3c413;
  }
  made->registers[NOTES] = (uint64_t)flags;
  *handle = made;
  return FPGA_OK;
}

fpga_result plugin_fpgaClose(fpga_handle handle) {
  memset(handle, 0xdd, sizeof(struct handle));
  free(handle);
  return FPGA_BUSY;
}

/* By the library that the program has, as the plugins of OPAE do. */
fpga_result plugin_fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  fpga_result result = fpgaGetProperties(NULL, properties);
  if (result == FPGA_OK) {
    fpgaPropertiesSetObjectType(*properties, FPGA_ACCELERATOR);
    fpgaPropertiesSetObjectID(*properties, 100 + (uint64_t)((struct token *)token)->number);
    fpgaPropertiesSetParent(*properties, &tokens[0]);
  }
  return result;
}

fpga_result plugin_fpgaReadMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t *value) {
  struct handle *open = handle;
  if (space != 0 || offset >= sizeof open->registers) {
    return FPGA_INVALID_PARAM;
  }
  open->registers[NOTES + 1] = open->pinned;
  open->registers[NOTES + 2] = (uint64_t)last_flags;
  open->registers[NOTES + 3] = last_parent != NULL;
  *value = open->registers[offset / 8];
  return FPGA_OK;
}

fpga_result plugin_fpgaWriteMMIO64(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t value) {
  ((struct handle *)handle)->registers[offset / 8] = value + space;
  return FPGA_OK;
}

fpga_result plugin_fpgaPrepareBuffer(fpga_handle handle, uint64_t length, void **address, uint64_t *wsid, int flags) {
  (void)handle;
  (void)flags;
  *address = calloc(1, length);
  *wsid = (uint64_t)(uintptr_t)*address;
  return FPGA_OK;
}

fpga_result plugin_fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid) {
  (void)handle;
  free((void *)(uintptr_t)wsid);
  return FPGA_OK;
}

fpga_result plugin_fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *address) {
  (void)handle;
  (void)wsid;
  *address = 0x5000;
  return FPGA_OK;
}

fpga_result plugin_fpgaGetWSInfo(fpga_handle handle, uint64_t wsid, uint64_t *io, void **address, uint64_t *length) {
  (void)handle;
  *io = 0x5000;
  *address = (void *)(uintptr_t)wsid;
  *length = 4096;
  return FPGA_OK;
}

fpga_result plugin_fpgaPinBuffer(fpga_handle handle, void *address, uint64_t length, uint64_t io) {
  ((struct handle *)handle)->pinned = address == NULL ? 0 : io + length;
  return FPGA_OK;
}

fpga_result plugin_fpgaUnpinBuffer(fpga_handle handle, void *address, uint64_t length, uint64_t io) {
  ((struct handle *)handle)->pinned -= address == NULL ? 0 : io + length;
  return FPGA_OK;
}

/* Writes 64 bits, as the prototype of the table says. */
fpga_result plugin_fpgaObjectGetSize(fpga_object object, uint64_t *size, int flags) {
  (void)flags;
  *size = object == &tokens[0] ? 7 : 0xffffffffffff;
  return FPGA_OK;
}

fpga_result plugin_fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *object, int flags) {
  (void)token;
  (void)flags;
  *object = &tokens[0];
  return strcmp(name, "here") == 0 ? FPGA_OK : FPGA_NOT_FOUND;
}
