package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import java.util.List;

/** Gives the AFUs of a card power, which may take as long as it takes to compile them. */
interface Accelerators {
  /**
   * {@return the AFUs of the configuration}
   *
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID} for an AFU that cannot be
   */
  List<AfuSlice> ofConfiguration();

  /**
   * {@return the AFUs of an image, executed as those of the configuration}
   *
   * @throws BackplaneException {@link ErrorCode#IMAGE_INVALID} or {@link
   *     ErrorCode#IMAGE_NOT_RUNNABLE}
   */
  List<AfuSlice> ofImage(Image image);
}
