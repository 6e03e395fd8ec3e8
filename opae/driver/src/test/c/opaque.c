/*
 * A plugin whose tokens are of its own kind, as the plugin architecture lets it: a small structure (the default), plain
 * numbers (NUMBERS), or a structure that begins like a header of OPAE's and is none (LOOKALIKE). A device and two
 * accelerators, of which the properties alone tell.
 */
#include <stdlib.h>
#include <string.h>

#include <backplane/fpga.h>

#include "slots.h"

struct token {
  char tag[4];
  int index;
#ifdef LOOKALIKE
  /* At 12: what would be segment, bus and device; at 24: what would be the type of an accelerator. */
  int zeros[4];
  int one;
  int rest[12];
#endif
};

struct handle {
  int index;
  uint64_t registers[512];
};

int opaque_made, opaque_destroyed;

static fpga_token make(int index) {
#ifdef NUMBERS
  opaque_made++;
  return (fpga_token)(uintptr_t)(index + 1);
#else
  struct token *token = calloc(1, sizeof *token);
  memcpy(token->tag, "mine", 4);
  token->index = index;
#ifdef LOOKALIKE
  token->one = 1;
#endif
  opaque_made++;
  return token;
#endif
}

static int index_of(fpga_token token) {
#ifdef NUMBERS
  return (int)(uintptr_t)token - 1;
#else
  return ((struct token *)token)->index;
#endif
}

static fpga_result update(fpga_token token, fpga_properties properties) {
  int index = index_of(token);
  fpga_guid guid = {0x77, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, (uint8_t)index};
  fpgaPropertiesSetObjectType(properties, index == 0 ? FPGA_DEVICE : FPGA_ACCELERATOR);
  fpgaPropertiesSetGUID(properties, guid);
  fpgaPropertiesSetBus(properties, 0x42);
  fpgaPropertiesSetObjectID(properties, 0x70 + (uint64_t)index);
  if (index != 0) {
    fpgaPropertiesSetNumMMIO(properties, 1);
  }
  return FPGA_OK;
}

static fpga_result get(fpga_token token, fpga_properties *properties) {
  fpga_result result = fpgaGetProperties(NULL, properties);
  return result == FPGA_OK ? update(token, *properties) : result;
}

static fpga_result of_handle(fpga_handle handle, fpga_properties *properties) {
  fpga_token token = make(((struct handle *)handle)->index);
  return get(token, properties);
}

static fpga_result enumerate(const fpga_properties *filters, uint32_t count, fpga_token *tokens, uint32_t room,
                             uint32_t *found) {
  (void)filters;
  (void)count;
  *found = 3;
  for (uint32_t i = 0; tokens != NULL && i < 3 && i < room; i++) {
    tokens[i] = make((int)i);
  }
  return FPGA_OK;
}

static fpga_result clone(fpga_token source, fpga_token *copy) {
  *copy = make(index_of(source));
  return FPGA_OK;
}

static fpga_result destroy(fpga_token *token) {
#ifndef NUMBERS
  free(*token);
#endif
  *token = NULL;
  opaque_destroyed++;
  return FPGA_OK;
}

static fpga_result open_token(fpga_token token, fpga_handle *handle, int flags) {
  (void)flags;
  struct handle *made = calloc(1, sizeof *made);
  made->index = index_of(token);
  *handle = made;
  return FPGA_OK;
}

static fpga_result close_handle(fpga_handle handle) {
  free(handle);
  return FPGA_OK;
}

static fpga_result read_register(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t *value) {
  if (space != 0 || offset >= 4096 || offset % 8 != 0) {
    return FPGA_INVALID_PARAM;
  }
  *value = ((struct handle *)handle)->registers[offset / 8];
  return FPGA_OK;
}

static fpga_result write_register(fpga_handle handle, uint32_t space, uint64_t offset, uint64_t value) {
  if (space != 0 || offset >= 4096 || offset % 8 != 0) {
    return FPGA_INVALID_PARAM;
  }
  ((struct handle *)handle)->registers[offset / 8] = value;
  return FPGA_OK;
}

int opae_plugin_configure(void *table, const char *json) {
  (void)json;
#define SET(name, function) *(void **)((char *)table + OFFSET_##name) = (void *)(function)
  SET(fpgaEnumerate, enumerate);
  SET(fpgaCloneToken, clone);
  SET(fpgaDestroyToken, destroy);
  SET(fpgaOpen, open_token);
  SET(fpgaClose, close_handle);
  SET(fpgaGetProperties, get);
  SET(fpgaGetPropertiesFromHandle, of_handle);
  SET(fpgaUpdateProperties, update);
  SET(fpgaReadMMIO64, read_register);
  SET(fpgaWriteMMIO64, write_register);
  return 0;
}
