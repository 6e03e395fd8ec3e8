/* The node of a card, for those who write its flash. The library of devices has it for programs that open the node themselves. */
#define _GNU_SOURCE
#include "client.h"
#include "flash.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct flash {
  int channel;
  struct server server;
  pid_t owner;
  pthread_mutex_t lock;
};

PUBLIC struct flash *backplane_flash_open(const char *card) {
  struct flash *flash = calloc(1, sizeof *flash);
  struct answer answer;
  if (!flash) {
    return NULL;
  }
  flash->channel = server_find(&flash->server) < 0 ? -1 : server_tell(&flash->server, OPEN_FLASH, card, (uint32_t)strlen(card));
  if (flash->channel < 0 || server_hear(flash->channel, &flash->server, OPEN_FLASH, &answer) < 0) {
    int error = errno;
    if (flash->channel >= 0) {
      close(flash->channel);
    }
    free(flash);
    errno = error;
    return NULL;
  }
  flash->owner = getpid();
  pthread_mutex_init(&flash->lock, NULL);
  return flash;
}

/* Sends the bytes of a chunk, as far as any chunk has them. */
static int send_bytes(struct flash *flash, const char *from, uint64_t length) {
  unsigned char part[LONGEST];
  for (uint64_t sent = 0; sent < length && length <= MOST_FLASH_BYTES;) {
    uint64_t more = length - sent < sizeof part ? length - sent : sizeof part;
    if (client_copy(part, from + sent, more) < 0) {
      return 0; /* what the server misses it refuses, after all that it refuses before */
    }
    if (server_tell_more(flash->channel, FLASH_BYTES, part, (uint32_t)more) < 0) {
      return client_lost(flash->server.process, flash->server.at.sun_path);
    }
    sent += more;
  }
  return 0;
}

PUBLIC int backplane_flash_control(struct flash *flash, unsigned long number, const void *argument) {
  struct {
    uint32_t number;
    struct cxl_adapter_image image;
  } __attribute__((packed)) request = {.number = (uint32_t)number};
  struct cxl_adapter_image image;
  struct answer answer;
  int32_t returned = 0;
  if (flash->owner != getpid()) {
    return refuse(EIO, "process %d, the parent of this one, has the card open", flash->owner);
  }
  if (number != CXL_IOCTL_DOWNLOAD_IMAGE && number != CXL_IOCTL_VALIDATE_IMAGE) {
    return refuse(EINVAL, "0x%lx is no request of a card", number);
  }
  if (client_copy(&image, argument, sizeof image) < 0) {
    return -1;
  }
  request.image = image;
  pthread_mutex_lock(&flash->lock);
  int result = send_bytes(flash, (const char *)(uintptr_t)image.data, image.len_data);
  if (result == 0) {
    result = server_tell_more(flash->channel, FLASH, &request, sizeof request) < 0
                 ? client_lost(flash->server.process, flash->server.at.sun_path)
                 : server_hear(flash->channel, &flash->server, FLASH, &answer);
  }
  int error = errno;
  pthread_mutex_unlock(&flash->lock);
  if (result == 0 && answer.length == sizeof returned) {
    memcpy(&returned, answer.bytes, sizeof returned);
  }
  errno = error;
  return result < 0 ? -1 : returned;
}

PUBLIC void backplane_flash_close(struct flash *flash) {
  if (flash->owner == getpid()) {
    client_end(flash->channel, &flash->server);
  }
  close(flash->channel);
  pthread_mutex_destroy(&flash->lock);
  free(flash);
}
