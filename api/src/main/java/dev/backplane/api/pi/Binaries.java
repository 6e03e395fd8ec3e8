package dev.backplane.api.pi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;

/** The ability to say which of several device binaries fits the device best. */
public interface Binaries extends Facet {
  /** {@return what the device takes} */
  BinaryTargets targets();

  /**
   * Selects the most fitting binary.
   *
   * @param binaries the choice
   * @return the index of the one that fits best
   * @throws BackplaneException {@link ErrorCode#IMAGE_PLATFORM_MISMATCH} if none fits, naming what
   *     there is and what the device takes
   */
  int select(List<DeviceBinary> binaries);
}
