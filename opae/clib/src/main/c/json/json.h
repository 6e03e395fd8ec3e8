/* JSON text as a tree. */
#ifndef BACKPLANE_JSON_H
#define BACKPLANE_JSON_H

#include <stdbool.h>
#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
  enum json_kind kind;
  /* What it was read from; the text outlives the tree. */
  const char *from;
  const char *to;
  /* Of a member of an object. */
  char *name;
  /* Of a string. */
  char *text;
  /* Of an array or an object. */
  struct json *first;
  struct json *next;
};

/* Null if it is no JSON or there is no memory; then problem says where it ends to be one. */
struct json *json_parse(const char *text, const char **problem);

void json_free(struct json *json);

/* A member of an object; null if there is none, or this is null or no object. */
struct json *json_member(struct json *json, const char *name);

/* The text of a string, null for anything else. */
const char *json_text(struct json *json);

/* The elements of an array, null for anything else. */
struct json *json_elements(struct json *json);

/* What it was read from, without space between; the caller frees it. */
char *json_compact(struct json *json);

#endif
