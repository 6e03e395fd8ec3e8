package dev.backplane.capi.card.flash;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AdapterImageHeader;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.capi.card.abi.IoctlEncoding;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A flash that one holder has open, as the kernel's driver has it: it makes lists of chunks, keeps
 * the token from one to the next, and resets the card when something is refused.
 */
public final class OpenFlash implements FlashWriter {
  private static final String OPERATION = "write the flash";

  private final FlashTarget card;
  private final Runnable whenClosed;
  private ImageTransfer transfer;
  private long token = ImageTransfer.NO_TOKEN;
  private long sent;
  private boolean installed;
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean ended;

  /**
   * Opens it.
   *
   * @param card the card
   * @param whenClosed what to do at the end
   */
  public OpenFlash(FlashTarget card, Runnable whenClosed) {
    this.card = card;
    this.whenClosed = whenClosed;
    transfer = new ImageTransfer(card.identity(), new SecureRandom());
  }

  @Override
  public synchronized boolean write(
      Pass pass, MemorySegment data, long imageLength, Header header) {
    checkOpen();
    try {
      checkPlace(data.byteSize(), imageLength, header);
      byte[] begin =
          header == Header.PREPENDED
              ? AdapterImageHeader.of(card.identity(), imageLength).toBytes()
              : new byte[0];
      byte[] chunk = new byte[begin.length + (int) data.byteSize()];
      System.arraycopy(begin, 0, chunk, 0, begin.length);
      MemorySegment.copy(
          data, ValueLayout.JAVA_BYTE, 0, chunk, begin.length, chunk.length - begin.length);
      token = transfer.take(pass, token, chunk);
      sent += data.byteSize();
      checkEnd(imageLength);
      if (token != ImageTransfer.NO_TOKEN) {
        return true;
      }
      sent = 0;
      transfer.validated().ifPresent(card::install);
      installed |= transfer.validated().isPresent();
      return false;
    } catch (BackplaneException e) {
      throw reset(e);
    }
  }

  @Override
  public synchronized int ioctl(int request, MemorySegment argument) {
    checkOpen();
    Pass pass = pass(request);
    AdapterImage image = AdapterImage.read(argument);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = MemorySegment.NULL;
      try {
        checkSize(image.length(), image.header());
        chunk = arena.allocate(image.length());
        image.copyTo(chunk);
      } catch (BackplaneException e) {
        throw reset(e);
      }
      return write(pass, chunk, image.imageLength(), image.header()) ? 1 : 0;
    }
  }

  private static Pass pass(int request) {
    if (request == (int) CxlIoctl.DOWNLOAD_IMAGE.number(IoctlEncoding.ofMachine())) {
      return Pass.DOWNLOAD;
    }
    if (request == (int) CxlIoctl.VALIDATE_IMAGE.number(IoctlEncoding.ofMachine())) {
      return Pass.VALIDATE;
    }
    throw refused(ErrorCode.INVALID_ARGUMENT, "0x%x is no request of a card".formatted(request))
        .remedy("Use CXL_IOCTL_DOWNLOAD_IMAGE or CXL_IOCTL_VALIDATE_IMAGE")
        .build();
  }

  private void checkOpen() {
    if (closed.get()) {
      throw refused(ErrorCode.CLOSED, "the flash was closed").build();
    }
    if (card.isRemoved()) {
      throw refused(ErrorCode.NO_SUCH_DEVICE, "the card was removed")
          .remedy("Rescan the bus, and begin again")
          .build();
    }
  }

  private static void checkSize(long bytes, Header header) {
    int most = LARGEST_CHUNK - (header == Header.PREPENDED ? AdapterImageHeader.BYTES : 0);
    if (bytes < 1 || bytes > most) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT,
              "a chunk of %s bytes is not 1 to %d".formatted(Long.toUnsignedString(bytes), most))
          .remedy("Split the image into chunks of up to 1 MiB; a header counts")
          .build();
    }
  }

  private void checkPlace(long bytes, long imageLength, Header header) {
    checkSize(bytes, header);
    if (header == Header.PREPENDED && sent > 0) {
      throw refused(ErrorCode.INVALID_ARGUMENT, "a header is put before the first chunk alone")
          .build();
    }
    if (bytes > imageLength - sent) {
      throw refused(
              ErrorCode.INVALID_ARGUMENT,
              "a chunk of %d bytes at %d goes beyond the image of %d"
                  .formatted(bytes, sent, imageLength))
          .remedy("Give the full size of the image with each chunk")
          .build();
    }
  }

  /** The end of the image is where its header says, and where its sender does. */
  private void checkEnd(long imageLength) {
    boolean isWhole = token == ImageTransfer.NO_TOKEN;
    if (isWhole != (sent == imageLength)) {
      throw refused(
              isWhole ? ErrorCode.IMAGE_INVALID : ErrorCode.IMAGE_TRUNCATED,
              "its header says that it is %s after %d of %d bytes"
                  .formatted(isWhole ? "whole" : "not whole", sent, imageLength))
          .remedy("Give the full size of the image, with the header if it has its own")
          .build();
    }
  }

  private BackplaneException reset(BackplaneException cause) {
    if (closed.get()) {
      // Closing resets it, which waits for this one.
      return cause;
    }
    transfer = new ImageTransfer(card.identity(), new SecureRandom());
    token = ImageTransfer.NO_TOKEN;
    sent = 0;
    try {
      card.restart();
    } catch (BackplaneException e) {
      cause.addSuppressed(e);
    }
    return cause;
  }

  private static BackplaneException.Builder refused(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during(OPERATION);
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      card.giveUp();
    }
    end();
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      if (installed) {
        card.comeUp();
      } else {
        card.restart();
      }
    } finally {
      whenClosed.run();
    }
  }
}
