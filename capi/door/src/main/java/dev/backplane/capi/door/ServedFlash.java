package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.FlashWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A flash that a client has open, as it has the node of a card. The bytes of a chunk come before
 * the request that is about them. Used by one thread.
 */
final class ServedFlash implements AutoCloseable {
  /** The interval between two looks whether a client that waits for another one is still there. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private static final int ARGUMENT_BYTES = 64;

  /** The size of a request in bytes: a number, and a structure. */
  static final int REQUEST = Integer.BYTES + ARGUMENT_BYTES;

  private static final int DATA = 8;
  private static final int LENGTH = 16;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Device device;
  private final FlashWriter writer;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment chunk = arena.allocate(FlashWriter.LARGEST_CHUNK);
  private final MemorySegment argument = arena.allocate(ARGUMENT_BYTES);
  private int filled;

  private ServedFlash(Device device, FlashWriter writer) {
    this.device = device;
    this.writer = writer;
  }

  /**
   * Opens one, and waits for another writer of the card as the kernel does.
   *
   * @param exchange of the client that waits
   * @return the flash; empty if the client has gone, which leaves the card as it was
   * @throws BackplaneException what the card refuses; {@link ErrorCode#NOT_SUPPORTED} if it has no
   *     flash
   */
  static Optional<ServedFlash> open(Token card, Exchange exchange) throws IOException {
    Device device = card.open(OpenMode.SHARED);
    FlashWriter writer = null;
    ServedFlash served = null;
    try {
      CardFlash flash = device.facet(CardFlash.class);
      while (writer == null && !exchange.hasEnded()) {
        writer = opened(flash).orElse(null);
      }
      served = writer == null ? null : new ServedFlash(device, writer);
      return Optional.ofNullable(served);
    } finally {
      if (served == null) {
        closeBoth(writer, device);
      }
    }
  }

  private static void closeBoth(@Nullable FlashWriter writer, Device device) {
    try (device) {
      if (writer != null) {
        writer.close();
      }
    }
  }

  private static Optional<FlashWriter> opened(CardFlash flash) {
    try {
      return Optional.of(flash.open(LOOK));
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.BUSY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Takes bytes of the next chunk; false if they are more than any has. */
  boolean take(ByteBuffer bytes) {
    int length = bytes.remaining();
    if (length > FlashWriter.LARGEST_CHUNK - filled) {
      return false;
    }
    chunk.asSlice(filled, length).copyFrom(MemorySegment.ofBuffer(bytes));
    filled += length;
    return true;
  }

  /**
   * Makes a request of the kernel's.
   *
   * @param request its number, and a {@code struct cxl_adapter_image} whose data came before
   * @return what the kernel returns
   */
  int control(ByteBuffer request) {
    int number = request.getInt();
    argument.copyFrom(MemorySegment.ofBuffer(request.slice(request.position(), ARGUMENT_BYTES)));
    // A client that did not send what it speaks of, could not read it.
    boolean isThere = argument.get(LONG, LENGTH) == filled;
    argument.set(LONG, DATA, isThere ? chunk.address() : 0);
    filled = 0;
    return writer.ioctl(number, argument);
  }

  @Override
  public void close() {
    try (arena) {
      closeBoth(writer, device);
    }
  }
}
