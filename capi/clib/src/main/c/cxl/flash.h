/* What libcxl.so.1 has for the library of devices, beyond IBM's functions. */
#ifndef BACKPLANE_CXL_FLASH_H
#define BACKPLANE_CXL_FLASH_H
#include <stdint.h>

/* The most bytes of a chunk. */
enum { MOST_FLASH_BYTES = 1 << 20 };

struct flash;

/* Opens a card such as card0, when no other writer has it; NULL with errno. */
struct flash *backplane_flash_open(const char *card);
/* What the kernel returns for an ioctl of the card's node: 1 if more is wanted, 0, or -1 with errno. */
int backplane_flash_control(struct flash *flash, unsigned long number, const void *argument);
/* Ends it; the card has come up again then. */
void backplane_flash_close(struct flash *flash);
#endif
