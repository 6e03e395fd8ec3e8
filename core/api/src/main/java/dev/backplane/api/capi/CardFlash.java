package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.board.Flash;
import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * The ability of a card of a PowerVM guest to get another image: a PSL with its AFUs, which is
 * written into the card's flash and verified; then the card is reset, and comes up with it
 * (document, "Card character device"). Until an image is verified, the card keeps the one that it
 * has. Safe for use by several threads.
 */
public interface CardFlash extends Facet, Flash {
  /** {@return what the flash holds now} */
  @Operation("ask for the flash of")
  FlashState state();

  /**
   * Opens the flash for one writer; another one has to wait until that is closed.
   *
   * @param timeout how long to wait for another writer at most; zero does not wait
   * @return the writer, which has to be closed
   * @throws BackplaneException {@link ErrorCode#BUSY} if another writer is open; {@link
   *     ErrorCode#CANCELLED} if the thread is interrupted, which it stays; {@link
   *     ErrorCode#NO_SUCH_DEVICE} if the card is removed
   */
  @Operation("open the flash of")
  FlashWriter open(Duration timeout);

  /**
   * Writes an image, verifies it, and lets the card come up with it. All contexts of the card end.
   *
   * @param image what {@link FlashWriter} takes, with or without its header
   * @param progress is told how many bytes are sent, up to twice the size of the image; what it
   *     throws ends flashing
   * @throws BackplaneException as for {@link #open} without waiting, and for {@link FlashWriter};
   *     {@link ErrorCode#IMAGE_INVALID} for an empty one
   */
  @Override
  @Local
  @Composed
  @Operation("write the flash of")
  default void program(Image image, LongConsumer progress) {
    byte[] all = image.content().toArray();
    if (all.length == 0) {
      throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "it is empty")
          .during("write the flash")
          .on("image " + image.name())
          .build();
    }
    boolean hasHeader = AdapterImageHeader.isAt(all);
    int first = FlashWriter.LARGEST_CHUNK - (hasHeader ? 0 : AdapterImageHeader.BYTES);
    MemorySegment bytes = MemorySegment.ofArray(all);
    long sent = 0;
    try (FlashWriter writer = open(Duration.ZERO)) {
      for (FlashWriter.Pass pass : FlashWriter.Pass.values()) {
        long at = 0;
        boolean more = true;
        while (more) {
          FlashWriter.Header header =
              at == 0 && !hasHeader ? FlashWriter.Header.PREPENDED : FlashWriter.Header.AS_GIVEN;
          long length = Math.min(at == 0 ? first : FlashWriter.LARGEST_CHUNK, all.length - at);
          more = writer.write(pass, bytes.asSlice(at, length), all.length, header);
          at += length;
          sent += length;
          progress.accept(sent);
        }
      }
    }
  }
}
