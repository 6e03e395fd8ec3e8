/* JSON text as a tree. */
#define _GNU_SOURCE
#include "json.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 64

struct reader {
  const char *at;
  const char *problem;
  int depth;
};

static struct json *read_value(struct reader *reader);

static void skip_space(struct reader *reader) { reader->at += strspn(reader->at, " \t\r\n"); }

static struct json *make(struct reader *reader, enum json_kind kind) {
  struct json *made = calloc(1, sizeof *made);
  if (made != NULL) {
    made->kind = kind;
    made->from = reader->at;
  }
  return made;
}

static int hex(const char *at) {
  int value = 0;
  for (int i = 0; i < 4; i++) {
    char c = at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    if (digit < 0) {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

static char *put_utf8(char *to, unsigned code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xC0 | code >> 6);
    *to++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *to++ = (char)(0xE0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  } else {
    *to++ = (char)(0xF0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 63));
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  }
  return to;
}

/* Reads the four digits behind \u, and a second half where there is one. */
static char *read_unicode(struct reader *reader, char *to) {
  int code = hex(reader->at);
  /* A text of C ends at a zero. */
  if (code <= 0) {
    return NULL;
  }
  reader->at += 4;
  if ((code & 0xFC00) == 0xD800 && reader->at[0] == '\\' && reader->at[1] == 'u') {
    int low = hex(reader->at + 2);
    if (low < 0 || (low & 0xFC00) != 0xDC00) {
      return NULL;
    }
    reader->at += 6;
    code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
  }
  return put_utf8(to, (unsigned)code);
}

static char *read_text(struct reader *reader) {
  if (*reader->at != '"') {
    return NULL;
  }
  const char *end = ++reader->at;
  while (*end != 0 && *end != '"') {
    end += end[0] == '\\' && end[1] != 0 ? 2 : 1;
  }
  char *text = *end == '"' ? malloc((size_t)(end - reader->at) + 1) : NULL;
  char *to = text;
  while (to != NULL && reader->at < end) {
    static const char *const escapes = "\"\"\\\\//b\bf\fn\nr\rt\t";
    char c = *reader->at++;
    if ((unsigned char)c < 0x20) {
      to = NULL;
    } else if (c != '\\') {
      *to++ = c;
    } else if (*reader->at == 'u') {
      reader->at++;
      to = read_unicode(reader, to);
    } else {
      const char *found = escapes;
      while (*found != 0 && *found != *reader->at) {
        found += 2;
      }
      reader->at++;
      if (*found == 0) {
        to = NULL;
      } else {
        *to++ = found[1];
      }
    }
  }
  if (to == NULL) {
    free(text);
    return NULL;
  }
  *to = 0;
  reader->at = end + 1;
  return text;
}

/* Reads what is in an array or an object, behind its bracket. */
static bool read_elements(struct reader *reader, struct json *parent, char close) {
  struct json **last = &parent->first;
  reader->at++;
  skip_space(reader);
  if (*reader->at == close) {
    reader->at++;
    return true;
  }
  for (;;) {
    char *name = NULL;
    skip_space(reader);
    if (parent->kind == JSON_OBJECT) {
      name = read_text(reader);
      skip_space(reader);
      if (name == NULL || *reader->at != ':') {
        free(name);
        return false;
      }
      reader->at++;
    }
    struct json *element = read_value(reader);
    if (element == NULL) {
      free(name);
      return false;
    }
    element->name = name;
    *last = element;
    last = &element->next;
    skip_space(reader);
    if (*reader->at == close) {
      reader->at++;
      return true;
    }
    if (*reader->at++ != ',') {
      reader->at--;
      return false;
    }
  }
}

static bool read_word(struct reader *reader, const char *word) {
  size_t length = strlen(word);
  if (strncmp(reader->at, word, length) != 0) {
    return false;
  }
  reader->at += length;
  return true;
}

static bool read_digits(struct reader *reader) {
  size_t digits = strspn(reader->at, "0123456789");
  reader->at += digits;
  return digits > 0;
}

static bool read_number(struct reader *reader) {
  reader->at += *reader->at == '-';
  if (!read_digits(reader)) {
    return false;
  }
  if (*reader->at == '.') {
    reader->at++;
    if (!read_digits(reader)) {
      return false;
    }
  }
  if ((*reader->at | 32) == 'e') {
    reader->at++;
    reader->at += *reader->at == '-' || *reader->at == '+';
    return read_digits(reader);
  }
  return true;
}

static bool fill(struct reader *reader, struct json *value) {
  switch (*reader->at) {
    case '{':
      value->kind = JSON_OBJECT;
      return read_elements(reader, value, '}');
    case '[':
      value->kind = JSON_ARRAY;
      return read_elements(reader, value, ']');
    case '"':
      value->kind = JSON_STRING;
      value->text = read_text(reader);
      return value->text != NULL;
    case 't':
      value->kind = JSON_TRUE;
      return read_word(reader, "true");
    case 'f':
      value->kind = JSON_FALSE;
      return read_word(reader, "false");
    case 'n':
      return read_word(reader, "null");
    default:
      value->kind = JSON_NUMBER;
      return read_number(reader);
  }
}

static struct json *read_value(struct reader *reader) {
  skip_space(reader);
  struct json *value = reader->depth < MOST_DEPTH ? make(reader, JSON_NULL) : NULL;
  if (value == NULL) {
    return NULL;
  }
  reader->depth++;
  bool filled = fill(reader, value);
  reader->depth--;
  value->to = reader->at;
  if (!filled) {
    json_free(value);
    return NULL;
  }
  return value;
}

struct json *json_parse(const char *text, const char **problem) {
  struct reader reader = {.at = text};
  struct json *value = read_value(&reader);
  if (value != NULL) {
    skip_space(&reader);
    if (*reader.at != 0) {
      json_free(value);
      value = NULL;
    }
  }
  *problem = reader.at;
  return value;
}

void json_free(struct json *json) {
  while (json != NULL) {
    struct json *next = json->next;
    json_free(json->first);
    free(json->name);
    free(json->text);
    free(json);
    json = next;
  }
}

struct json *json_member(struct json *json, const char *name) {
  struct json *each = json != NULL && json->kind == JSON_OBJECT ? json->first : NULL;
  struct json *found = NULL;
  /* The last of several counts. */
  for (; each != NULL; each = each->next) {
    if (strcmp(each->name, name) == 0) {
      found = each;
    }
  }
  return found;
}

const char *json_text(struct json *json) { return json != NULL && json->kind == JSON_STRING ? json->text : NULL; }

struct json *json_elements(struct json *json) {
  return json != NULL && json->kind == JSON_ARRAY ? json->first : NULL;
}

char *json_compact(struct json *json) {
  char *text = malloc((size_t)(json->to - json->from) + 1);
  char *to = text;
  bool in_string = false;
  for (const char *at = json->from; text != NULL && at < json->to; at++) {
    if (in_string && *at == '\\') {
      *to++ = *at++;
    } else if (*at == '"') {
      in_string = !in_string;
    } else if (!in_string && strchr(" \t\r\n", *at) != NULL) {
      continue;
    }
    *to++ = *at;
  }
  if (text != NULL) {
    *to = 0;
  }
  return text;
}
