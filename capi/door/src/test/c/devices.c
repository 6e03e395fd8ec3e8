/* A program that opens nodes of /dev/cxl by itself, and knows nothing of libcxl: what it does is the first argument. */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <misc/cxl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, CHUNK = 8192, HANDLE = 8 };

static const char *name(int result) { return result < 0 ? strerrorname_np(errno) : "0"; }

struct element {
  uint8_t command, status;
  uint16_t length;
  uint32_t extra;
  uint64_t operand, source, target;
} __attribute__((packed));

/* Copies with the memcpy AFU, and waits for an interrupt. */
static int afu(void) {
  static char buffer[CXL_READ_MIN_SIZE], from[128] = "copied", to[128];
  struct element *ring = aligned_alloc(PAGE, PAGE);
  int first = open("/dev/cxl/afu0.0s", O_RDWR), fd = open("/dev/cxl/afu0.0s", O_RDWR | O_CLOEXEC);
  struct cxl_ioctl_start_work work = {.work_element_descriptor = (uintptr_t)ring | PAGE / 128};
  struct cxl_afu_id id;
  uint32_t element = 99;
  memset(ring, 0, PAGE);
  printf("open: %d\n", first >= 0 && fd >= 0);
  printf("early map: %d\n", mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EIO);
  printf("start: %s\n", name(ioctl(fd, CXL_IOCTL_START_WORK, &work)));
  printf("again: %s\n", name(ioctl(fd, CXL_IOCTL_START_WORK, &work)));
  printf("nowhere: %s\n", name(ioctl(fd, CXL_IOCTL_GET_AFU_ID, NULL)));
  printf("unknown: %s\n", name(ioctl(fd, 0x1234, &work)));
  ioctl(fd, CXL_IOCTL_GET_PROCESS_ELEMENT, &element);
  ioctl(fd, CXL_IOCTL_GET_AFU_ID, &id);
  printf("element: %u, afu%u.%u mode %u flags %llu\n", element, id.card_id, id.afu_offset, id.afu_mode, (unsigned long long)id.flags);
  volatile uint64_t *registers = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  printf("register: %d\n", registers != MAP_FAILED && be64toh(registers[HANDLE / 8]) >> 48 == element);
  ring[0].length = htobe16(sizeof from);
  ring[0].source = htobe64((uintptr_t)from);
  ring[0].target = htobe64((uintptr_t)to);
  ring[1].length = htobe16(2);
  __atomic_store_n(&ring[1].command, 0x81, __ATOMIC_RELEASE);
  __atomic_store_n(&ring[0].command, 0x80, __ATOMIC_RELEASE);
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  printf("few bytes: %s\n", name((int)read(fd, buffer, 64)));
  int ready = poll(&wait, 1, 60000);
  int bytes = (int)read(fd, buffer, sizeof buffer);
  struct cxl_event *event = (struct cxl_event *)buffer;
  printf("event: %d %d %d %d, copied: %d\n", ready, bytes, event->header.type, event->irq.irq, memcmp(from, to, sizeof from));
  fcntl(fd, F_SETFL, O_NONBLOCK);
  printf("no more: %s\n", name((int)read(fd, buffer, sizeof buffer)));
  printf("unmap: %s, close: %s\n", name(munmap((void *)registers, PAGE)), name(close(fd)));
  printf("closed: %s\n", name((int)read(fd, buffer, sizeof buffer)));
  printf("none: %s\n", name(open("/dev/cxl/afu7.0s", O_RDWR)));
  int null = open("/dev/null", O_RDONLY);
  printf("others: %s\n", name((int)read(null, buffer, 1)));
  return 0;
}

static long length;
static char *image;

/* Sends all chunks of an image. */
static int pass(int fd, unsigned long request) {
  int more = 1;
  for (long at = 0; at < length && more > 0;) {
    long part = length - at < CHUNK ? length - at : CHUNK;
    struct cxl_adapter_image chunk = {.flags = at == 0, .data = (uintptr_t)(image + at), .len_data = (uint64_t)part, .len_image = (uint64_t)length};
    more = ioctl(fd, request, &chunk);
    at += part;
  }
  return more;
}

/* Writes the image of a file into the flash of a card. */
static int flash(const char *path) {
  int file = open(path, O_RDONLY);
  length = lseek(file, 0, SEEK_END);
  image = malloc((size_t)length);
  if (pread(file, image, (size_t)length, 0) != length) {
    return 1;
  }
  int fd = open("/dev/cxl/card0", O_RDWR);
  printf("open: %s\n", name(fd));
  struct pollfd wait = {.fd = fd, .events = POLLIN | POLLOUT};
  int ready = poll(&wait, 1, 0);
  printf("poll: %d %d\n", ready, wait.revents == (POLLIN | POLLOUT));
  struct cxl_adapter_image wrong = {.reserved1 = 1};
  printf("reserved: %s\n", name(ioctl(fd, CXL_IOCTL_DOWNLOAD_IMAGE, &wrong)));
  printf("nowhere: %s\n", name(ioctl(fd, CXL_IOCTL_DOWNLOAD_IMAGE, NULL)));
  printf("unknown: %s\n", name(ioctl(fd, CXL_IOCTL_START_WORK, &wrong)));
  struct cxl_adapter_image hole = {.data = 64, .len_data = 4096, .len_image = (uint64_t)length};
  printf("no data: %s\n", name(ioctl(fd, CXL_IOCTL_DOWNLOAD_IMAGE, &hole)));
  struct cxl_adapter_image large = {.data = (uintptr_t)image, .len_data = 2 << 20, .len_image = 4 << 20};
  printf("too large: %s\n", name(ioctl(fd, CXL_IOCTL_DOWNLOAD_IMAGE, &large)));
  printf("read: %s\n", name((int)read(fd, image, 4096)));
  printf("download: %s\n", name(pass(fd, CXL_IOCTL_DOWNLOAD_IMAGE)));
  printf("validate: %s\n", name(pass(fd, CXL_IOCTL_VALIDATE_IMAGE)));
  printf("close: %s\n", name(close(fd)));
  int node = open("/dev/cxl/afu0.0d", O_RDWR);
  printf("new AFU: %s\n", name(node));
  return 0;
}

int main(int count, char **arguments) {
  return count == 3 ? flash(arguments[2]) : count == 2 ? afu() : 2;
}
