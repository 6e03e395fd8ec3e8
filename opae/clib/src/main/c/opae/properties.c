/* How properties are made, read, copied and destroyed. */
#define _GNU_SOURCE
#include "properties.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC 0x4650474150524f50u

/* Null, or locked. */
struct properties *properties_lock(fpga_properties given) {
  struct properties *properties = given;
  if (properties == NULL || IS_NUMBERED(given)) {
    invalid("the properties are null, or are a token or handle");
    return NULL;
  }
  if (properties->magic != MAGIC) {
    invalid("these are no properties, or were destroyed");
    return NULL;
  }
  pthread_mutex_lock(&properties->lock);
  return properties;
}

fpga_result properties_unlock(struct properties *properties, fpga_result result) {
  pthread_mutex_unlock(&properties->lock);
  return result;
}

struct properties *properties_create(void) {
  struct properties *properties = calloc(1, sizeof *properties);
  pthread_mutexattr_t kind;
  if (properties == NULL) {
    return NULL;
  }
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&properties->lock, &kind);
  pthread_mutexattr_destroy(&kind);
  properties->magic = MAGIC;
  return properties;
}

void properties_free(struct properties *properties) {
  pthread_mutex_destroy(&properties->lock);
  free(properties);
}

bool properties_are(fpga_properties given) {
  return given != NULL && !IS_NUMBERED(given) && ((struct properties *)given)->magic == MAGIC;
}

void properties_release_parent(struct properties *properties) {
  fpga_token parent = properties->parent;
  if (VALID(properties, PARENT) && IS_NUMBERED(parent)) {
    CALL(fpgaDestroyToken, WORD(&parent));
  }
  properties->parent = NULL;
}

/* Java finds in the place what was made here, and fills it, unless a plugin puts properties of its own there. */
static fpga_result get_properties(enum operation operation, uint64_t of, fpga_properties *properties) {
  struct properties *made = properties_create();
  if (made == NULL) {
    return FPGA_NO_MEMORY;
  }
  fpga_properties given = made;
  fpga_result result = call_java(operation, WORDS(of, WORD(&given)));
  if (result != FPGA_OK || given != made) {
    properties_free(made);
  }
  if (result == FPGA_OK) {
    *properties = given;
  }
  return result;
}

EXPORT fpga_result fpgaGetProperties(fpga_token token, fpga_properties *properties) {
  if (properties == NULL) {
    return invalid("fpgaGetProperties: the place for the properties is null");
  }
  if (token != NULL) {
    return get_properties(OPERATION_fpgaGetProperties, WORD(token), properties);
  }
  struct properties *made = properties_create();
  if (made == NULL) {
    return FPGA_NO_MEMORY;
  }
  *properties = made;
  return FPGA_OK;
}

EXPORT fpga_result fpgaGetPropertiesFromHandle(fpga_handle handle, fpga_properties *properties) {
  if (properties == NULL) {
    return invalid("fpgaGetPropertiesFromHandle: the place for the properties is null");
  }
  return get_properties(OPERATION_fpgaGetPropertiesFromHandle, WORD(handle), properties);
}

EXPORT fpga_result fpgaUpdateProperties(fpga_token token, fpga_properties given) {
  struct properties *properties = properties_lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  return properties_unlock(properties, CALL(fpgaUpdateProperties, WORD(token), WORD(given)));
}

EXPORT fpga_result fpgaClearProperties(fpga_properties given) {
  struct properties *properties = properties_lock(given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  properties_release_parent(properties);
  properties->valid = 0;
  return properties_unlock(properties, FPGA_OK);
}

EXPORT fpga_result fpgaCloneProperties(fpga_properties source, fpga_properties *clone) {
  if (clone == NULL) {
    return invalid("fpgaCloneProperties: the place for the clone is null");
  }
  struct properties *properties = properties_lock(source);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  struct properties *made = properties_create();
  if (made == NULL) {
    return properties_unlock(properties, FPGA_NO_MEMORY);
  }
  size_t from = offsetof(struct properties, valid);
  memcpy((char *)made + from, (char *)properties + from, sizeof *made - from);
  fpga_result result = FPGA_OK;
  if (VALID(made, PARENT) && IS_NUMBERED(made->parent)) {
    result = CALL(retainToken, WORD(made->parent));
  }
  if (result == FPGA_OK) {
    *clone = made;
  } else {
    properties_free(made);
  }
  return properties_unlock(properties, result);
}

EXPORT fpga_result fpgaDestroyProperties(fpga_properties *given) {
  if (given == NULL) {
    return invalid("fpgaDestroyProperties: the place of the properties is null");
  }
  struct properties *properties = properties_lock(*given);
  if (properties == NULL) {
    return FPGA_INVALID_PARAM;
  }
  properties_release_parent(properties);
  properties->magic = 0;
  properties_unlock(properties, FPGA_OK);
  properties_free(properties);
  *given = NULL;
  return FPGA_OK;
}
