/* Cards, AFUs and contexts. */
#define _GNU_SOURCE
#include "client.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many symbolic links a path may go through, as for the kernel. */
enum { MOST_LINKS = 40 };

/* Contexts that are open, for those who have only the descriptor. */
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cxl_afu_h **table;
static size_t table_size;

static bool remember(struct cxl_afu_h *afu) {
  pthread_mutex_lock(&table_lock);
  struct cxl_afu_h **more = realloc(table, (table_size + 1) * sizeof *table);
  if (more) {
    table = more;
    table[table_size++] = afu;
  }
  pthread_mutex_unlock(&table_lock);
  return more != NULL;
}

static void forget(struct cxl_afu_h *afu) {
  pthread_mutex_lock(&table_lock);
  for (size_t i = 0; i < table_size; i++) {
    if (table[i] == afu) {
      table[i] = table[--table_size];
      break;
    }
  }
  pthread_mutex_unlock(&table_lock);
}

/* Finds the name behind one that begins with a prefix and, if it has a letter at its end, is not a node. */
static bool next_name(const char *prefix, const char *after, char *name) {
  struct answer answer;
  if (client_question(LIST, NULL, 0, &answer) < 0) {
    return false;
  }
  char text[LONGEST + 1];
  memcpy(text, answer.bytes, answer.length);
  text[answer.length] = 0;
  bool there = *after == 0;
  char *rest;
  for (char *each = strtok_r(text, "\n", &rest); each; each = strtok_r(NULL, "\n", &rest)) {
    if (strncmp(each, prefix, strlen(prefix)) != 0 || !isdigit((unsigned char)each[strlen(each) - 1])) {
      continue;
    }
    if (there) {
      snprintf(name, NAME, "%s", each);
      return true;
    }
    there = strcmp(each, after) == 0;
  }
  errno = 0;
  return false;
}

PUBLIC struct cxl_adapter_h *cxl_adapter_next(struct cxl_adapter_h *adapter) {
  struct cxl_adapter_h *next = adapter ? adapter : calloc(1, sizeof *next);
  if (next && !next_name("card", next->name, next->name)) {
    int error = errno;
    free(next);
    errno = error;
    return NULL;
  }
  return next;
}

PUBLIC char *cxl_adapter_dev_name(struct cxl_adapter_h *adapter) {
  return adapter ? adapter->name : (fail(EINVAL), NULL);
}

PUBLIC void cxl_adapter_free(struct cxl_adapter_h *adapter) { free(adapter); }

static struct cxl_afu_h *afu_after(struct cxl_afu_h *afu, const char *adapter) {
  struct cxl_afu_h *next = afu ? afu : calloc(1, sizeof *next);
  if (!next) {
    return NULL;
  }
  char prefix[NAME + 8];
  snprintf(next->adapter, NAME, "%s", adapter);
  snprintf(prefix, sizeof prefix, *adapter ? "afu%s." : "afu%s", adapter + (*adapter ? strlen("card") : 0));
  if (!next_name(prefix, next->name, next->name)) {
    int error = errno;
    cxl_afu_free(next);
    errno = error;
    return NULL;
  }
  return next;
}

PUBLIC struct cxl_afu_h *cxl_adapter_afu_next(struct cxl_adapter_h *adapter, struct cxl_afu_h *afu) {
  if (!adapter) {
    fail(EINVAL);
    return NULL;
  }
  return afu_after(afu, adapter->name);
}

PUBLIC struct cxl_afu_h *cxl_afu_next(struct cxl_afu_h *afu) { return afu_after(afu, ""); }

PUBLIC char *cxl_afu_dev_name(struct cxl_afu_h *afu) {
  return !afu ? (fail(EINVAL), NULL) : *afu->node ? afu->node : afu->name;
}

static struct cxl_afu_h *open_node(const char *node) {
  size_t length = strlen(node);
  struct cxl_afu_h *afu = length < NAME ? calloc(1, sizeof *afu) : NULL;
  if (!afu) {
    fail(length < NAME ? ENOMEM : ENODEV);
    return NULL;
  }
  strcpy(afu->node, node);
  memcpy(afu->name, node, length - 1);
  afu->context = client_open(node, &afu->process_element);
  afu->fd = afu->context ? afu->context->bell : -1;
  if (!afu->context || !remember(afu)) {
    int error = errno;
    if (afu->context) {
      client_release(afu->context);
    }
    free(afu);
    errno = error;
    return NULL;
  }
  return afu;
}

/* What a path names in the folder of devices, also through symbolic links to a node, behind which there need be no file; or NULL. */
static const char *name_of(const char *path, char target[PATH_MAX]) {
  static const char folder[] = CXL_DEV_DIR "/";
  char next[PATH_MAX];
  for (int links = 0; links < MOST_LINKS; links++) {
    if (strncmp(path, folder, strlen(folder)) == 0) {
      return path + strlen(folder);
    }
    ssize_t length = readlink(path, next, sizeof next - 1);
    if (length <= 0) {
      return NULL;
    }
    next[length] = 0;
    const char *end = *next == '/' ? NULL : strrchr(path, '/');
    char joined[PATH_MAX];
    int whole = snprintf(joined, sizeof joined, "%.*s%s", end ? (int)(end + 1 - path) : 0, path, next);
    if (whole >= (int)sizeof joined) {
      return NULL;
    }
    path = strcpy(target, joined);
  }
  return NULL;
}

PUBLIC struct cxl_afu_h *cxl_afu_open_dev(char *path) {
  char target[PATH_MAX];
  char node[NAME];
  if (!path) {
    fail(EINVAL);
    return NULL;
  }
  const char *name = name_of(path, target);
  size_t length = name ? strlen(name) : 0;
  if (length == 0 || length > NAME - 2) {
    fail(ENODEV);
    return NULL;
  }
  if (!isdigit((unsigned char)name[length - 1])) {
    return open_node(name);
  }
  /* As the rules of udev link it: the node that any process may open. */
  snprintf(node, sizeof node, "%sd", name);
  struct cxl_afu_h *afu = open_node(node);
  if (!afu && errno == ENODEV) {
    snprintf(node, sizeof node, "%ss", name);
    afu = open_node(node);
  }
  return afu;
}

PUBLIC struct cxl_afu_h *cxl_afu_open_h(struct cxl_afu_h *afu, enum cxl_views view) {
  static const char letters[] = "dms";
  char node[NAME + 2];
  if (!afu || (unsigned)view > CXL_VIEW_SLAVE) {
    fail(afu ? ENODEV : EINVAL);
    return NULL;
  }
  snprintf(node, sizeof node, "%s%c", afu->name, letters[view]);
  return open_node(node);
}

/* Whether two descriptors are of one socket, as those that dup makes. */
static bool is_same(int fd, const struct stat *of) {
  struct stat other;
  return fstat(fd, &other) == 0 && other.st_dev == of->st_dev && other.st_ino == of->st_ino;
}

/* As the kernel's descriptor does, that of the library stands for the context, attached or not: what one handle does, the other sees. */
PUBLIC struct cxl_afu_h *cxl_afu_fd_to_h(int fd) {
  struct cxl_afu_h *other = NULL;
  struct stat wanted;
  int error = ENODEV;
  if (fstat(fd, &wanted) < 0) {
    return refuse(ENODEV, "descriptor %d is not open", fd), NULL;
  }
  pthread_mutex_lock(&table_lock);
  for (size_t i = 0; i < table_size && !other && error == ENODEV; i++) {
    if (is_same(table[i]->context->bell, &wanted)) {
      other = calloc(1, sizeof *other);
      error = ENOMEM;
    }
    if (other) {
      *other = *table[i];
      other->fd = fd;
      other->is_mapped = false;
      other->window = NULL;
      other->events_begin = other->events_end = 0;
      __atomic_add_fetch(&other->context->references, 1, __ATOMIC_ACQ_REL);
    }
  }
  pthread_mutex_unlock(&table_lock);
  if (!other) {
    refuse(error, error == ENODEV ? "descriptor %d is of no context that this library has opened" : "descriptor %d", fd);
  } else if (!remember(other)) {
    client_release(other->context);
    free(other);
    other = NULL;
    fail(ENOMEM);
  }
  return other;
}

PUBLIC void cxl_afu_free(struct cxl_afu_h *afu) {
  if (afu && afu->context) {
    forget(afu);
    client_close_window(afu->window);
    if (afu->fd != afu->context->bell) {
      close(afu->fd);
    }
    client_release(afu->context);
  }
  free(afu);
}

PUBLIC int cxl_afu_opened(struct cxl_afu_h *afu) { return !afu ? fail(EINVAL) : afu->context != NULL; }

PUBLIC int cxl_afu_get_process_element(struct cxl_afu_h *afu) {
  return !afu || !afu->context ? fail(EINVAL) : afu->process_element;
}

PUBLIC int cxl_afu_fd(struct cxl_afu_h *afu) { return !afu || !afu->context ? fail(EINVAL) : afu->fd; }

PUBLIC int cxl_afu_sysfs_pci(struct cxl_afu_h *afu, char **pathp) {
  if (!afu || !pathp) {
    return fail(EINVAL);
  }
  /* Where the server shows the card, or where the system would. */
  *pathp = NULL;
  int card = 0;
  struct answer answer;
  int shown = client_question(CLASS_FOLDER, NULL, 0, &answer) == 0;
  const char *folder = shown ? (const char *)answer.bytes : CXL_SYSFS_CLASS;
  int length = shown ? (int)answer.length : (int)strlen(folder);
  if (sscanf(afu->name, "afu%d", &card) != 1 || asprintf(pathp, "%.*s/card%d/device", length, folder, card) < 0) {
    return fail(ENOMEM);
  }
  return 0;
}
