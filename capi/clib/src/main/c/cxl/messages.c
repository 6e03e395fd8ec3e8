/* Why calls fail, for whoever sees only a number. */
#define _GNU_SOURCE
#include "client.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 2048 };

static bool is_wanted(void) {
  const char *wish = getenv("LIBCXL_DEBUG");
  return wish && *wish && strcmp(wish, "0") != 0;
}

/* In one piece: programs of a terminal share it. */
static void put_line(const char *text, int length) {
  char line[LINE];
  int whole = snprintf(line, sizeof line, "libcxl: %.*s\n", length, text);
  if (whole >= (int)sizeof line) {
    whole = sizeof line - 1;
    line[whole - 1] = '\n';
  }
  if (whole > 0 && write(STDERR_FILENO, line, (size_t)whole) < 0) {
    return; /* nobody reads it */
  }
}

void client_say(const char *format, ...) {
  int before = errno;
  char text[LINE];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  put_line(text, length);
  errno = before;
}

int client_refuse(int number, const char *what, const char *format, ...) {
  char text[LINE];
  if (is_wanted()) {
    errno = number;
    int there = snprintf(text, sizeof text, "%s: %m%s", what, format ? ": " : "");
    if (format && there < (int)sizeof text) {
      va_list arguments;
      va_start(arguments, format);
      vsnprintf(text + there, sizeof text - (size_t)there, format, arguments);
      va_end(arguments);
    }
    put_line(text, (int)strlen(text));
  }
  return failed(number);
}

int client_lost(int process, const char *socket) {
  static int said;
  if (__atomic_exchange_n(&said, process, __ATOMIC_RELAXED) != process) {
    client_say("the server of the cards (process %d, %s) has ended, or has cut this program off: contexts that it had opened fail with EIO. "
               "Open them again when 'backplane serve --capi' is there",
               process, socket);
  }
  return failed(EIO);
}

bool client_is_stopped(int process) {
  char path[32];
  char text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "re");
  if (!file) {
    return false;
  }
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  /* The name before the state may have anything in it. */
  const char *state = strrchr(text, ')');
  return state && state[1] == ' ' && (state[2] == 'T' || state[2] == 't');
}
