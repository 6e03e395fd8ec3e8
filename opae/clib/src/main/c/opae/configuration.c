/* OPAE's configuration, as plugins and tools ask the library for it. */
#define _GNU_SOURCE
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../json/json.h"
#include "library.h"

#define MOST_BYTES 32768
#define ANY 0xffff
#define ANY_FEATURE (-1)
#define LOG_ERROR 0
#define LOG_DEBUG 2

/* Vendor, device, and those of the subsystem. */
struct ids {
  uint16_t vendor;
  uint16_t device;
  uint16_t subsystem_vendor;
  uint16_t subsystem_device;
};

/* Tables end with a row that has no module. Programs know these layouts. */
struct plugin_row {
  struct ids ids;
  char *module;
  char *configuration;
  uint32_t flags;
};

struct board_row {
  struct ids ids;
  int32_t feature;
  char *module;
  void *loaded;
  char product[256];
};

struct daemon_row {
  struct ids ids;
  char *module;
  uint32_t flags;
  void *loaded;
  char *configuration;
};

/* What all of them say; texts are those of the JSON. */
struct row {
  struct ids ids;
  const char *module;
  const char *platform;
  long feature;
  struct json *configuration;
};

struct rows {
  struct row *all;
  size_t count;
  /* fpgainfo: its devices are objects, and it has no configuration. */
  bool of_boards;
};

#define X "libxfpga.so"
#define V "libopae-v.so"
#define U "libopae-u.so"
#define PLATFORM(vendor, device, subsystem_vendor, subsystem_device, plugin) \
  {{vendor, device, subsystem_vendor, subsystem_device}, (char *)plugin, (char *)"{}", 0},
static struct plugin_row known_platforms[] = {
#include "platforms.def"
    {{0, 0, 0, 0}, NULL, NULL, 0}};
static struct board_row no_boards[1] = {{{0, 0, 0, 0}, ANY_FEATURE, NULL, NULL, ""}};
static struct daemon_row no_daemons[1];

static char *found(const char *folder, const char *file) {
  char path[PATH_MAX];
  if (folder == NULL || snprintf(path, sizeof path, "%s%s", folder, file) >= PATH_MAX) {
    return NULL;
  }
  return canonicalize_file_name(path);
}

EXPORT char *opae_find_cfg_file(void) {
  char *path = found(getenv("LIBOPAE_CFGFILE"), "");
  const char *home = getenv("HOME");
  if (home == NULL) {
    struct passwd *user = getpwuid(getuid());
    home = user == NULL ? NULL : user->pw_dir;
  }
  static const char *const at_home[] = {"/.local/opae.cfg", "/.local/opae/opae.cfg", "/.config/opae/opae.cfg"};
  for (size_t i = 0; path == NULL && i < sizeof at_home / sizeof *at_home; i++) {
    path = found(home, at_home[i]);
  }
  static const char *const in_system[] = {"/usr/local/etc/opae/opae.cfg", "/etc/opae/opae.cfg"};
  for (size_t i = 0; path == NULL && i < sizeof in_system / sizeof *in_system; i++) {
    path = found("", in_system[i]);
  }
  return path;
}

EXPORT char *opae_read_cfg_file(const char *path) {
  FILE *file = path == NULL ? NULL : fopen(path, "re");
  if (file == NULL) {
    opae_print(LOG_ERROR, "backplane: the configuration %s cannot be read\n", path == NULL ? "(null)" : path);
    return NULL;
  }
  char *text = malloc(MOST_BYTES + 2);
  size_t bytes = text == NULL ? 0 : fread(text, 1, MOST_BYTES + 1, file);
  if (text != NULL && (ferror(file) || bytes > MOST_BYTES)) {
    opae_print(LOG_ERROR, "backplane: the configuration %s cannot be read, or has more than %d bytes\n", path, MOST_BYTES);
    free(text);
    text = NULL;
  }
  if (text != NULL) {
    text[bytes] = 0;
  }
  fclose(file);
  return text;
}

static bool read_number(const char *text, long any, long *number) {
  char *end;
  if (text == NULL || *text == 0) {
    return false;
  }
  if (*text == '*') {
    *number = any;
    return true;
  }
  *number = strtol(text, &end, 0);
  return *end == 0;
}

static bool read_ids(struct json *id, struct ids *ids) {
  long numbers[4];
  struct json *each = json_elements(id);
  for (int i = 0; i < 4; i++) {
    if (each == NULL || !read_number(json_text(each), ANY, &numbers[i])) {
      return false;
    }
    each = each->next;
  }
  *ids = (struct ids){(uint16_t)numbers[0], (uint16_t)numbers[1], (uint16_t)numbers[2], (uint16_t)numbers[3]};
  return each == NULL;
}

static bool is_enabled(struct json *json) {
  struct json *enabled = json_member(json, "enabled");
  return enabled != NULL && enabled->kind == JSON_TRUE;
}

/* Adds a row for one device of one plugin. */
static bool add_row(struct rows *rows, struct json *config, struct json *plugin, struct json *device) {
  struct row row = {.module = json_text(json_member(plugin, "module")),
                    .platform = json_text(json_member(config, "platform")),
                    .feature = ANY_FEATURE,
                    .configuration = json_member(plugin, "configuration")};
  const char *name = json_text(rows->of_boards ? json_member(device, "device") : device);
  bool is_whole = rows->of_boards ? row.platform != NULL && *row.platform != 0 &&
                                        read_number(json_text(json_member(device, "feature_id")), ANY_FEATURE, &row.feature)
                                  : row.configuration != NULL;
  if (!is_whole || name == NULL || row.module == NULL || *row.module == 0) {
    return false;
  }
  struct json *named = json_elements(json_member(config, "devices"));
  while (named != NULL && strcmp(json_text(json_member(named, "name")), name) != 0) {
    named = named->next;
  }
  struct row *more = named == NULL ? NULL : realloc(rows->all, (rows->count + 1) * sizeof row);
  if (more == NULL) {
    return false;
  }
  rows->all = more;
  bool has_ids = read_ids(json_member(named, "id"), &row.ids);
  rows->all[rows->count++] = row;
  return has_ids;
}

static bool add_config(struct rows *rows, struct json *config, const char *section) {
  if (config == NULL || !is_enabled(config)) {
    return config != NULL;
  }
  struct json *devices = json_elements(json_member(config, "devices"));
  struct json *consumers = json_member(config, "opae");
  if (devices == NULL || consumers == NULL) {
    return false;
  }
  for (struct json *each = devices; each != NULL; each = each->next) {
    struct ids ids;
    if (json_text(json_member(each, "name")) == NULL || !read_ids(json_member(each, "id"), &ids)) {
      return false;
    }
  }
  for (struct json *plugin = json_elements(json_member(consumers, section)); plugin != NULL; plugin = plugin->next) {
    struct json *device = is_enabled(plugin) ? json_elements(json_member(plugin, "devices")) : NULL;
    for (; device != NULL; device = device->next) {
      if (!add_row(rows, config, plugin, device)) {
        return false;
      }
    }
  }
  return true;
}

/* The rows of a section; none if anything in it is not as it should be. */
static struct json *read_rows(const char *from, const char *text, const char *section, struct rows *rows) {
  const char *problem;
  struct json *root = json_parse(text, &problem);
  if (root == NULL) {
    opae_print(LOG_ERROR, "backplane: %s is no JSON from byte %zu on\n", from, (size_t)(problem - text));
    return NULL;
  }
  struct json *configs = json_member(root, "configs");
  bool is_whole = configs != NULL && configs->kind == JSON_ARRAY;
  for (struct json *each = json_elements(configs); is_whole && each != NULL; each = each->next) {
    const char *name = json_text(each);
    struct json *config = name == NULL ? NULL : json_member(json_member(root, "configurations"), name);
    is_whole = add_config(rows, config, section);
    if (!is_whole) {
      opae_print(LOG_ERROR, "backplane: %s: the configuration '%s' is not there, or its '%s' lacks something\n", from,
                 name == NULL ? "(no text)" : name, section);
    }
  }
  if (!is_whole) {
    rows->count = 0;
  }
  return root;
}

/* Makes a table of the rows that a text has; the text is freed, as by OPAE. */
static void *make_table(const char *from, char *text, const char *section, size_t row_bytes,
                        bool (*fill)(void *row, const struct row *from)) {
  struct rows rows = {.of_boards = strcmp(section, "fpgainfo") == 0};
  struct json *root = text == NULL ? NULL : read_rows(from == NULL ? "the configuration" : from, text, section, &rows);
  char *table = rows.count == 0 ? NULL : calloc(rows.count + 1, row_bytes);
  for (size_t i = 0; table != NULL && i < rows.count; i++) {
    if (!fill(table + i * row_bytes, &rows.all[i])) {
      /* A row without a module ends the table. */
      break;
    }
  }
  free(rows.all);
  json_free(root);
  free(text);
  return table;
}

static bool fill_plugin(void *row, const struct row *from) {
  struct plugin_row *to = row;
  to->ids = from->ids;
  to->configuration = json_compact(from->configuration);
  to->module = to->configuration == NULL ? NULL : strdup(from->module);
  return to->module != NULL;
}

static bool fill_board(void *row, const struct row *from) {
  struct board_row *to = row;
  to->ids = from->ids;
  to->feature = (int32_t)from->feature;
  snprintf(to->product, sizeof to->product, "%s", from->platform);
  to->module = strdup(from->module);
  return to->module != NULL;
}

static bool fill_daemon(void *row, const struct row *from) {
  struct daemon_row *to = row;
  to->ids = from->ids;
  to->configuration = json_compact(from->configuration);
  to->module = to->configuration == NULL ? NULL : strdup(from->module);
  return to->module != NULL;
}

EXPORT struct plugin_row *opae_parse_libopae_json(const char *path, char *text) {
  return make_table(path, text, "plugin", sizeof(struct plugin_row), fill_plugin);
}

EXPORT struct plugin_row *opae_parse_libopae_config(const char *path, char *text) {
  struct plugin_row *table = opae_parse_libopae_json(path, text);
  return table == NULL ? known_platforms : table;
}

EXPORT struct board_row *opae_parse_fpgainfo_json(char *text) {
  return make_table(NULL, text, "fpgainfo", sizeof(struct board_row), fill_board);
}

EXPORT struct board_row *opae_parse_fpgainfo_config(char *text) {
  struct board_row *table = opae_parse_fpgainfo_json(text);
  return table == NULL ? no_boards : table;
}

EXPORT struct daemon_row *opae_parse_fpgad_json(char *text) {
  return make_table(NULL, text, "fpgad", sizeof(struct daemon_row), fill_daemon);
}

EXPORT struct daemon_row *opae_parse_fpgad_config(char *text) {
  struct daemon_row *table = opae_parse_fpgad_json(text);
  return table == NULL ? no_daemons : table;
}

EXPORT void opae_free_libopae_config(struct plugin_row *table) {
  if (table != NULL && table != known_platforms) {
    for (struct plugin_row *row = table; row->module != NULL; row++) {
      free(row->module);
      free(row->configuration);
    }
    free(table);
  }
}

EXPORT void opae_free_fpgainfo_config(struct board_row *table) {
  if (table != NULL && table != no_boards) {
    for (struct board_row *row = table; row->module != NULL; row++) {
      free(row->module);
    }
    free(table);
  }
}

EXPORT void opae_free_fpgad_config(struct daemon_row *table) {
  if (table != NULL && table != no_daemons) {
    for (struct daemon_row *row = table; row->module != NULL; row++) {
      free(row->module);
      free(row->configuration);
    }
    free(table);
  }
}

static void print(const struct ids *ids, const char *module, const char *more) {
  opae_print(LOG_DEBUG, "0x%04x 0x%04x 0x%04x 0x%04x %s %s\n", ids->vendor, ids->device, ids->subsystem_vendor,
             ids->subsystem_device, module, more);
}

EXPORT void opae_print_libopae_config(struct plugin_row *table) {
  for (struct plugin_row *row = table; row != NULL && row->module != NULL; row++) {
    print(&row->ids, row->module, row->configuration);
  }
}

EXPORT void opae_print_fpgainfo_config(struct board_row *table) {
  for (struct board_row *row = table; row != NULL && row->module != NULL; row++) {
    print(&row->ids, row->module, row->product);
  }
}

EXPORT void opae_print_fpgad_config(struct daemon_row *table) {
  for (struct daemon_row *row = table; row != NULL && row->module != NULL; row++) {
    print(&row->ids, row->module, row->configuration);
  }
}
