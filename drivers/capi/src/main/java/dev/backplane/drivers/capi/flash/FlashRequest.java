package dev.backplane.drivers.capi.flash;

import dev.backplane.api.capi.FlashWriter.Pass;
import java.util.Optional;

/** Numbers of ioctl requests of a card's character device. */
final class FlashRequest {
  private static final int MAGIC = 0xCA;
  private static final int DOWNLOAD = 0x0A;
  private static final int VALIDATE = 0x0B;

  private FlashRequest() {}

  private static int number(int request) {
    // Where the direction "write" stands, is the machine's own (asm/ioctl.h).
    int write = System.getProperty("os.arch").startsWith("ppc") ? 4 << 29 : 1 << 30;
    return write | AdapterImage.BYTES << 16 | MAGIC << 8 | request;
  }

  static Optional<Pass> of(int request) {
    if (request == number(DOWNLOAD)) {
      return Optional.of(Pass.DOWNLOAD);
    }
    return request == number(VALIDATE) ? Optional.of(Pass.VALIDATE) : Optional.empty();
  }
}
