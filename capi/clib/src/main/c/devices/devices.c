/* Nodes of /dev/cxl for programs that open them by themselves: with this library before others (LD_PRELOAD) the C library's open, ioctl,
 * read, mmap, munmap and close reach the cards of a server where they are about such a node, and the system elsewhere. What is opened is a
 * descriptor that select and poll may wait for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <flash.h>
#include <libcxl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

/* A node that is open: an AFU's or a card's. */
struct node {
  int fd;
  int users; /* calls that are in it now, and one while it is open */
  struct cxl_afu_h *afu;
  struct flash *flash;
  void *registers; /* where they are mapped; NULL while they are not */
  struct node *next;
};

static struct node *nodes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name)                                                           \
  static typeof(name) *real_##name;                                          \
  if (!real_##name) {                                                        \
    real_##name = (typeof(name) *)dlsym(RTLD_NEXT, #name);                   \
  }

/* The node of a descriptor, which is used until it is given back; NULL if it is another one's. */
static struct node *use(int fd) {
  if (!__atomic_load_n(&nodes, __ATOMIC_ACQUIRE)) {
    return NULL;
  }
  pthread_mutex_lock(&lock);
  struct node *node = nodes;
  while (node && node->fd != fd) {
    node = node->next;
  }
  if (node) {
    node->users++;
  }
  pthread_mutex_unlock(&lock);
  return node;
}

static int real_close_of(int fd) {
  REAL(close);
  return real_close(fd);
}

static void give_back(struct node *node) {
  int error = errno;
  pthread_mutex_lock(&lock);
  bool is_last = --node->users == 0;
  pthread_mutex_unlock(&lock);
  if (is_last) {
    if (node->afu) {
      cxl_afu_free(node->afu);
    } else {
      backplane_flash_close(node->flash);
      real_close_of(node->fd);
    }
    free(node);
  }
  errno = error;
}

static int fail(int number) {
  errno = number;
  return -1;
}

/* Opens a node of the server, whose whole path is given. */
static int open_node(const char *path, int flags) {
  struct node *node = calloc(1, sizeof *node);
  const char *name = path + strlen(CXL_DEV_DIR "/");
  if (!node) {
    return fail(ENOMEM);
  }
  if (strncmp(name, "card", strlen("card")) == 0) {
    node->flash = backplane_flash_open(name);
    /* Always ready, as a node is that has nothing to wait for. */
    node->fd = node->flash ? eventfd(1, EFD_CLOEXEC) : -1;
  } else {
    node->afu = cxl_afu_open_dev((char *)path);
    node->fd = node->afu ? cxl_afu_fd(node->afu) : -1;
  }
  if (node->fd < 0) {
    int error = errno;
    if (node->flash) {
      backplane_flash_close(node->flash);
    }
    free(node);
    return fail(error);
  }
  if (flags & O_NONBLOCK) {
    fcntl(node->fd, F_SETFL, O_NONBLOCK);
  }
  node->users = 1;
  pthread_mutex_lock(&lock);
  node->next = nodes;
  __atomic_store_n(&nodes, node, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return node->fd;
}

static bool is_node(const char *path) { return path && strncmp(path, CXL_DEV_DIR "/", strlen(CXL_DEV_DIR "/")) == 0; }

#define MODE(flags, mode)                     \
  mode_t mode = 0;                            \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {    \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode = va_arg(rest, mode_t);              \
    va_end(rest);                             \
  }

#define OPEN(name)                                                                      \
  PUBLIC int name(const char *path, int flags, ...) {                                   \
    REAL(name)                                                                          \
    MODE(flags, mode)                                                                   \
    return is_node(path) ? open_node(path, flags) : real_##name(path, flags, mode);     \
  }

#define OPENAT(name)                                                                           \
  PUBLIC int name(int folder, const char *path, int flags, ...) {                              \
    REAL(name)                                                                                 \
    MODE(flags, mode)                                                                          \
    return is_node(path) ? open_node(path, flags) : real_##name(folder, path, flags, mode);    \
  }

#define OPEN_2(name)                                                             \
  int name(const char *path, int flags);                                         \
  PUBLIC int name(const char *path, int flags) {                                 \
    REAL(name)                                                                   \
    return is_node(path) ? open_node(path, flags) : real_##name(path, flags);    \
  }

#define OPENAT_2(name)                                                                   \
  int name(int folder, const char *path, int flags);                                     \
  PUBLIC int name(int folder, const char *path, int flags) {                             \
    REAL(name)                                                                           \
    return is_node(path) ? open_node(path, flags) : real_##name(folder, path, flags);    \
  }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
OPEN_2(__open_2)
OPEN_2(__open64_2)
OPENAT_2(__openat_2)
OPENAT_2(__openat64_2)

PUBLIC int close(int fd) {
  struct node *node = use(fd);
  if (!node) {
    return real_close_of(fd);
  }
  pthread_mutex_lock(&lock);
  struct node **link = &nodes;
  while (*link && *link != node) {
    link = &(*link)->next;
  }
  bool is_open = *link != NULL;
  if (is_open) {
    __atomic_store_n(link, node->next, __ATOMIC_RELEASE);
    node->users--;
  }
  pthread_mutex_unlock(&lock);
  give_back(node);
  return is_open ? 0 : fail(EBADF);
}

/* Copies to memory of the program as the kernel does: EFAULT where there is none. */
static int copy_out(void *to, const void *from, size_t length) {
  struct iovec here = {(void *)from, length};
  struct iovec there = {to, length};
  ssize_t done = process_vm_writev(getpid(), &here, 1, &there, 1, 0);
  if (done == (ssize_t)length) {
    return 0;
  }
  if (done >= 0 || errno == EFAULT) {
    return fail(EFAULT);
  }
  memcpy(to, from, length);
  return 0;
}

static int identify(struct node *node, void *argument) {
  struct cxl_afu_id id = {0};
  char view;
  long mode;
  if (sscanf(cxl_afu_dev_name(node->afu), "afu%u.%u%c", &id.card_id, &id.afu_offset, &view) != 3 || cxl_get_mode(node->afu, &mode) < 0) {
    return fail(EIO);
  }
  id.afu_mode = (__u32)mode;
  id.flags = view == 's' ? CXL_AFUID_FLAG_SLAVE : 0;
  return copy_out(argument, &id, sizeof id);
}

static int control(struct node *node, unsigned long request, void *argument) {
  if (node->flash) {
    return backplane_flash_control(node->flash, request, argument);
  }
  __u32 element;
  switch (request) {
    case CXL_IOCTL_START_WORK:
      return argument ? cxl_afu_attach_work(node->afu, argument) : fail(EFAULT);
    case CXL_IOCTL_GET_PROCESS_ELEMENT:
      element = (__u32)cxl_afu_get_process_element(node->afu);
      return copy_out(argument, &element, sizeof element);
    case CXL_IOCTL_GET_AFU_ID:
      return identify(node, argument);
    default:
      return fail(EINVAL);
  }
}

PUBLIC int ioctl(int fd, unsigned long request, ...) {
  REAL(ioctl)
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  struct node *node = use(fd);
  if (!node) {
    return real_ioctl(fd, request, argument);
  }
  int result = control(node, request, argument);
  give_back(node);
  return result;
}

static ssize_t read_node(struct node *node, void *buffer, size_t count) {
  struct cxl_event event;
  if (node->flash || count < CXL_READ_MIN_SIZE) {
    return fail(EINVAL);
  }
  if (cxl_read_event(node->afu, &event) < 0) {
    return -1;
  }
  return copy_out(buffer, &event, event.header.size) < 0 ? -1 : event.header.size;
}

PUBLIC ssize_t read(int fd, void *buffer, size_t count) {
  REAL(read)
  struct node *node = use(fd);
  if (!node) {
    return real_read(fd, buffer, count);
  }
  ssize_t result = read_node(node, buffer, count);
  give_back(node);
  return result;
}

ssize_t __read_chk(int fd, void *buffer, size_t count, size_t size);
PUBLIC ssize_t __read_chk(int fd, void *buffer, size_t count, size_t size) {
  if (count > size) {
    abort();
  }
  return read(fd, buffer, count);
}

/* All registers at once, from their begin, once. */
static void *map_node(struct node *node, size_t length, int flags, off_t offset) {
  long size;
  void *at;
  if (node->flash || flags & MAP_FIXED || node->registers) {
    errno = node->flash ? ENODEV : EINVAL;
    return MAP_FAILED;
  }
  /* First what only a context can say that is attached. */
  if (cxl_mmio_map(node->afu, CXL_MMIO_HOST_ENDIAN) < 0) {
    return MAP_FAILED;
  }
  if (cxl_get_mmio_size(node->afu, &size) < 0 || offset != 0 || length > (size_t)size || cxl_mmio_ptr(node->afu, &at) < 0) {
    int error = offset != 0 || length > (size_t)size ? EINVAL : errno;
    cxl_mmio_unmap(node->afu);
    errno = error;
    return MAP_FAILED;
  }
  node->registers = at;
  return at;
}

PUBLIC void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  REAL(mmap)
  struct node *node = fd < 0 || flags & MAP_ANONYMOUS ? NULL : use(fd);
  if (!node) {
    return real_mmap(address, length, protection, flags, fd, offset);
  }
  void *result = map_node(node, length, flags, offset);
  give_back(node);
  return result;
}

PUBLIC void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
  return mmap(address, length, protection, flags, fd, offset);
}

PUBLIC int munmap(void *address, size_t length) {
  REAL(munmap)
  struct node *of = NULL;
  if (__atomic_load_n(&nodes, __ATOMIC_ACQUIRE)) {
    pthread_mutex_lock(&lock);
    for (struct node *each = nodes; each && !of; each = each->next) {
      if (each->registers && each->registers == address) {
        of = each;
        of->registers = NULL;
        of->users++;
      }
    }
    pthread_mutex_unlock(&lock);
  }
  if (!of) {
    return real_munmap(address, length);
  }
  int result = cxl_mmio_unmap(of->afu);
  give_back(of);
  return result;
}
