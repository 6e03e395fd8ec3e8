/* What plugins ask the library for, with files of OPAE's configuration as arguments. */
#include "check.h"

struct row {
  uint16_t vendor, device, subsystem_vendor, subsystem_device;
  const char *module;
  const char *configuration;
  uint32_t flags;
};

struct board {
  uint16_t vendor, device, subsystem_vendor, subsystem_device;
  int32_t feature;
  const char *module;
  void *loaded;
  char product[256];
};

char *opae_find_cfg_file(void);
char *opae_read_cfg_file(const char *path);
struct row *opae_parse_libopae_config(const char *path, char *text);
void opae_free_libopae_config(struct row *table);
struct board *opae_parse_fpgainfo_config(char *text);
void opae_free_fpgainfo_config(struct board *table);
void opae_print(int level, const char *format, ...);

static const char *good =
    "{ \"configs\": [ \"b\", \"a\", \"off\" ],\n"
    "  \"configurations\": {\n"
    "    \"off\": { \"enabled\": false },\n"
    "    \"a\": { \"enabled\": true, \"platform\": \"Card \\u00e4\", \"devices\": [\n"
    "        { \"name\": \"pf\", \"id\": [ \"0x8086\", \"0xbcce\", \"*\", \"4660\" ] } ],\n"
    "      \"opae\": { \"plugin\": [\n"
    "          { \"enabled\": true, \"module\": \"one.so\", \"devices\": [ \"pf\" ], \"configuration\": { \"a b\" : [ 1, \"\\\" ]\" ] } },\n"
    "          { \"enabled\": false, \"module\": \"off.so\", \"devices\": [ \"pf\" ], \"configuration\": {} } ],\n"
    "        \"fpgainfo\": [ { \"enabled\": true, \"module\": \"board.so\",\n"
    "          \"devices\": [ { \"device\": \"pf\", \"feature_id\": \"0x12\" } ] } ] } },\n"
    "    \"b\": { \"enabled\": true, \"platform\": \"B\", \"devices\": [ { \"name\": \"x\", \"id\": [ \"1\", \"2\", \"3\", \"4\" ] } ],\n"
    "      \"opae\": { \"plugin\": [ { \"enabled\": true, \"module\": \"two.so\", \"devices\": [ \"x\" ], \"configuration\": {} } ] } } } }";

static int rows(const char *text) {
  struct row *table = opae_parse_libopae_config("test", strdup(text));
  int count = 0;
  while (table[count].module != NULL) {
    count++;
  }
  opae_free_libopae_config(table);
  return count;
}

int main(int count, char **arguments) {
  HOLDS(count == 3);
  struct row *table = opae_parse_libopae_config("test", strdup(good));
  /* In the order of "configs". */
  HOLDS(strcmp(table[0].module, "two.so") == 0 && table[0].vendor == 1 && table[0].subsystem_device == 4);
  HOLDS(strcmp(table[1].module, "one.so") == 0 && table[1].device == 0xbcce);
  HOLDS(table[1].subsystem_vendor == 0xffff && table[1].subsystem_device == 4660);
  HOLDS(strcmp(table[1].configuration, "{\"a b\":[1,\"\\\" ]\"]}") == 0);
  HOLDS(table[2].module == NULL);
  opae_free_libopae_config(table);

  struct board *boards = opae_parse_fpgainfo_config(strdup(good));
  HOLDS(strcmp(boards[0].module, "board.so") == 0 && boards[0].feature == 0x12);
  HOLDS(strcmp(boards[0].product, "Card \xc3\xa4") == 0 && boards[1].module == NULL);
  opae_free_fpgainfo_config(boards);

  /* What is not whole is left out as a whole: then it is what is known of all platforms. */
  int known = rows("");
  HOLDS(known > 40);
  HOLDS(rows("{") == known);
  HOLDS(rows("{\"configs\":[]} x") == known);
  HOLDS(rows("{\"configs\":[\"missing\"],\"configurations\":{}}") == known);
  HOLDS(rows("{\"plugins\":[]}") == known);
  char *cut = strdup(good);
  for (size_t length = strlen(good) - 1; length > 7; length -= 7) {
    cut[length] = 0;
    HOLDS(rows(cut) == known);
  }
  free(cut);
  char deep[2000];
  memset(deep, '[', sizeof deep - 1);
  deep[sizeof deep - 1] = 0;
  HOLDS(rows(deep) == known);
  opae_free_libopae_config(NULL);

  /* The first argument is a file, the second one that is too large. */
  setenv("LIBOPAE_CFGFILE", arguments[1], 1);
  char *path = opae_find_cfg_file();
  HOLDS(path != NULL && strcmp(path, arguments[1]) == 0);
  char *text = opae_read_cfg_file(path);
  HOLDS(text != NULL && strcmp(text, "{}") == 0);
  free(text);
  free(path);
  HOLDS(opae_read_cfg_file(arguments[2]) == NULL);
  HOLDS(opae_read_cfg_file("/nowhere") == NULL);
  HOLDS(opae_read_cfg_file(NULL) == NULL);
  opae_print(1, "in the %s\n", "log");
  opae_print(2, "not in it\n");
  return verdict();
}
