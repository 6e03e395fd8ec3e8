package dev.backplane.api.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;
import java.util.List;

/** The ability to have the clocks of its accelerators read and set. Thread-safe. */
public interface Clocks extends Facet {
  /** {@return the clocks; none if there is nothing that they drive} */
  @Operation("read the clocks of")
  List<Clock> clocks();

  /**
   * Sets clocks. A clock generator takes the closest frequency that it can make.
   *
   * @param megahertz one for each clock, in the order of {@link #clocks()}; 0 leaves that clock as
   *     it is; there may be fewer numbers than clocks
   * @throws BackplaneException {@link ErrorCode#NO_IMAGE} if there are no clocks without an image;
   *     {@link ErrorCode#INVALID_ARGUMENT} for more numbers than clocks; {@link
   *     ErrorCode#OUT_OF_RANGE} for what a clock cannot be. Then no clock is changed
   */
  @Operation("set the clocks of")
  void reclock(List<Integer> megahertz);
}
