package dev.backplane.xrt.card.image;

import dev.backplane.api.Image;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.ImageTrust;
import java.util.UUID;

/** Reads images of one format. */
@FunctionalInterface
public interface ImageReader {
  /**
   * Checks that the bytes are a whole container that the card takes, or throws an error with an
   * {@code IMAGE_} code.
   */
  Candidate open(Image image, CardConfig config);

  /** A sound container whose content was not read yet. */
  interface Candidate {
    /** {@return the identity of the image; all zero if it has none} */
    UUID uuid();

    /** {@return what there is to say of its signature} */
    ImageTrust.Remark signature();

    /**
     * Reads and checks all of it and compiles what it brings, so that nothing is left that could
     * fail when the image before is gone; or throws an error with an {@code IMAGE_} code.
     */
    CardImage read();
  }
}
