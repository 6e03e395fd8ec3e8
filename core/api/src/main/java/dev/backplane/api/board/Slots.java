package dev.backplane.api.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Operation;
import java.util.Set;
import java.util.UUID;

/**
 * The ability of a device to have its accelerators replaced: each lies in a slot, and the rest of
 * the device goes on while one is loaded. Slots are numbered from 0. Safe for use by several
 * threads.
 */
public interface Slots extends Facet {
  /** A choice for loading an accelerator. */
  enum Option {
    /** Even if somebody has the accelerator open that is there now. */
    FORCE,
    /** Without setting the clocks that the image asks for. */
    SKIP_USER_CLOCK
  }

  /** {@return how many slots there are} */
  @Operation("count the slots of")
  int count();

  /** {@return the id that an image must have to fit, that of the device's static part} */
  @Operation("ask for the interface id of")
  UUID interfaceId();

  /**
   * Loads an accelerator.
   *
   * @param slot where to
   * @param image the accelerator, for OPAE a green bitstream
   * @param options how
   * @throws BackplaneException {@link ErrorCode#BUSY} if the accelerator there is open and {@link
   *     Option#FORCE} is not given; {@link ErrorCode#IMAGE_PLATFORM_MISMATCH} for one of another
   *     interface; {@link ErrorCode#IMAGE_INVALID} for what is none; {@link
   *     ErrorCode#RECONFIGURATION_FAILED} if the device fails while loading it; {@link
   *     ErrorCode#OUT_OF_RANGE} if there is no such slot
   */
  @Operation("reconfigure slot {0} of")
  void reconfigure(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slot,
      Image image,
      Set<Option> options);
}
