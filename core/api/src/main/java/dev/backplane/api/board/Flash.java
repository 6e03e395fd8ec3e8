package dev.backplane.api.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.util.function.LongConsumer;

/** The memory that a card starts from, which can be written. Thread-safe. */
public interface Flash extends Facet {
  /** {@return what it holds now} */
  @Operation("ask for the flash of")
  FlashContent content();

  /**
   * Writes an image, reads it back and compares it. Until it is whole, the card keeps the image
   * that it has. When the card starts from it, {@link FlashContent#slots()} says: at once, or at
   * the next reset.
   *
   * @param image the image, as this kind of card takes it
   * @param progress is told how many bytes are written, now and then; what it throws ends writing
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} for what is no such image; {@link
   *     ErrorCode#BUSY} while another writer is at work
   */
  @Local
  @Operation("write the flash of")
  void program(Image image, LongConsumer progress);
}
