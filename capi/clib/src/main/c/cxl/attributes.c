/* Attributes: texts of the class cxl, as numbers. */
#define _GNU_SOURCE
#include "client.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int attribute_get(const char *folder, const char *name, char *text, size_t size) {
  char path[2 * NAME + 64];
  struct answer answer;
  int length = snprintf(path, sizeof path, "%s/%s", folder, name);
  if (client_question(GET, path, (uint32_t)length, &answer) < 0) {
    return -1;
  }
  if (answer.length >= size) {
    return failed(EPROTO);
  }
  memcpy(text, answer.bytes, answer.length);
  text[answer.length] = 0;
  return 0;
}

static int attribute_set(const char *folder, const char *name, const char *value) {
  char all[2 * NAME + 128];
  struct answer answer;
  int path = snprintf(all, sizeof all / 2, "%s/%s", folder, name);
  int length = snprintf(all + path + 1, sizeof all / 2, "%s", value);
  return client_question(SET, all, (uint32_t)(path + 1 + length), &answer);
}

int attribute_number(const char *folder, const char *name, long *valp) {
  char text[256];
  if (!valp) {
    return fail(EINVAL);
  }
  if (attribute_get(folder, name, text, sizeof text) < 0) {
    return -1;
  }
  *valp = strtol(text, NULL, 0);
  return 0;
}

static int afu_number(struct cxl_afu_h *afu, const char *name, long *valp) {
  return !afu || !valp ? fail(EINVAL) : attribute_number(afu->name, name, valp);
}

static int adapter_number(struct cxl_adapter_h *adapter, const char *name, long *valp) {
  return !adapter || !valp ? fail(EINVAL) : attribute_number(adapter->name, name, valp);
}

static int set_number(struct cxl_afu_h *afu, const char *name, long value) {
  char text[32];
  if (!afu) {
    return fail(EINVAL);
  }
  snprintf(text, sizeof text, "%ld", value);
  return attribute_set(afu->name, name, text);
}

#define AFU_NUMBER(name) \
  PUBLIC int cxl_get_##name(struct cxl_afu_h *afu, long *valp) { return afu_number(afu, #name, valp); }
AFU_NUMBER(api_version)
AFU_NUMBER(api_version_compatible)
AFU_NUMBER(irqs_max)
AFU_NUMBER(irqs_min)

/* What an opened master may map is another matter than what a slave may. */
PUBLIC int cxl_get_mmio_size(struct cxl_afu_h *afu, long *valp) {
  return !afu || !valp ? fail(EINVAL) : attribute_number(*afu->node ? afu->node : afu->name, "mmio_size", valp);
}

static int master_number(struct cxl_afu_h *afu, const char *name, long *valp) {
  char master[NAME + 2];
  if (!afu || !valp) {
    return fail(EINVAL);
  }
  snprintf(master, sizeof master, "%sm", afu->name);
  return attribute_number(master, name, valp);
}

PUBLIC int cxl_get_pp_mmio_len(struct cxl_afu_h *afu, long *valp) { return master_number(afu, "pp_mmio_len", valp); }
PUBLIC int cxl_get_pp_mmio_off(struct cxl_afu_h *afu, long *valp) { return master_number(afu, "pp_mmio_off", valp); }

static int record_number(struct cxl_afu_h *afu, long record, const char *name, long *valp) {
  char path[64];
  snprintf(path, sizeof path, "cr%ld/%s", record, name);
  return afu_number(afu, path, valp);
}

#define RECORD_NUMBER(name)                                                         \
  PUBLIC int cxl_get_cr_##name(struct cxl_afu_h *afu, long cr_num, long *valp) { \
    return record_number(afu, cr_num, #name, valp);                              \
  }
RECORD_NUMBER(class)
RECORD_NUMBER(device)
RECORD_NUMBER(vendor)

PUBLIC int cxl_set_irqs_max(struct cxl_afu_h *afu, long value) { return set_number(afu, "irqs_max", value); }

static const struct {
  const char *text;
  long mode;
} modes[] = {{"dedicated_process", CXL_MODE_DEDICATED}, {"afu_directed", CXL_MODE_DIRECTED}, {"none", 0}};

enum { MODES = sizeof modes / sizeof *modes };

static int afu_modes(struct cxl_afu_h *afu, const char *name, long *valp) {
  char text[256];
  char *rest;
  if (!afu || !valp) {
    return fail(EINVAL);
  }
  if (attribute_get(afu->name, name, text, sizeof text) < 0) {
    return -1;
  }
  *valp = 0;
  for (char *each = strtok_r(text, "\n", &rest); each; each = strtok_r(NULL, "\n", &rest)) {
    for (int i = 0; i < MODES; i++) {
      if (strcmp(each, modes[i].text) == 0) {
        *valp |= modes[i].mode;
      }
    }
  }
  return 0;
}

PUBLIC int cxl_get_mode(struct cxl_afu_h *afu, long *valp) { return afu_modes(afu, "mode", valp); }
PUBLIC int cxl_get_modes_supported(struct cxl_afu_h *afu, long *valp) { return afu_modes(afu, "modes_supported", valp); }

PUBLIC int cxl_set_mode(struct cxl_afu_h *afu, long value) {
  if (!afu) {
    return fail(EINVAL);
  }
  for (int i = 0; i < MODES; i++) {
    if (value != 0 && modes[i].mode == value) {
      return attribute_set(afu->name, "mode", modes[i].text);
    }
  }
  return fail(EINVAL);
}

static const char *const prefaults[] = {"none", "work_element_descriptor", "all"};

PUBLIC int cxl_get_prefault_mode(struct cxl_afu_h *afu, enum cxl_prefault_mode *valp) {
  char text[64];
  if (!afu || !valp) {
    return fail(EINVAL);
  }
  if (attribute_get(afu->name, "prefault_mode", text, sizeof text) < 0) {
    return -1;
  }
  text[strcspn(text, "\n")] = 0;
  for (int i = CXL_PREFAULT_MODE_NONE; i <= CXL_PREFAULT_MODE_ALL; i++) {
    if (strcmp(text, prefaults[i]) == 0) {
      *valp = (enum cxl_prefault_mode)i;
      return 0;
    }
  }
  return failed(EPROTO);
}

PUBLIC int cxl_set_prefault_mode(struct cxl_afu_h *afu, enum cxl_prefault_mode value) {
  if (!afu || (unsigned)value > CXL_PREFAULT_MODE_ALL) {
    return fail(EINVAL);
  }
  return attribute_set(afu->name, "prefault_mode", prefaults[value]);
}

#define ADAPTER_NUMBER(name) \
  PUBLIC int cxl_get_##name(struct cxl_adapter_h *adapter, long *valp) { return adapter_number(adapter, #name, valp); }
ADAPTER_NUMBER(base_image)
ADAPTER_NUMBER(psl_revision)
ADAPTER_NUMBER(psl_timebase_synced)
ADAPTER_NUMBER(tunneled_ops_supported)

PUBLIC int cxl_get_caia_version(struct cxl_adapter_h *adapter, long *majorp, long *minorp) {
  char text[64];
  char *dot;
  if (!adapter || !majorp || !minorp) {
    return fail(EINVAL);
  }
  if (attribute_get(adapter->name, "caia_version", text, sizeof text) < 0) {
    return -1;
  }
  *majorp = strtol(text, &dot, 10);
  *minorp = *dot == '.' ? strtol(dot + 1, NULL, 10) : 0;
  return 0;
}

PUBLIC int cxl_get_image_loaded(struct cxl_adapter_h *adapter, enum cxl_image *valp) {
  char text[64];
  if (!adapter || !valp) {
    return fail(EINVAL);
  }
  if (attribute_get(adapter->name, "image_loaded", text, sizeof text) < 0) {
    return -1;
  }
  *valp = strncmp(text, "user", 4) == 0 ? CXL_IMAGE_USER : CXL_IMAGE_FACTORY;
  return 0;
}
