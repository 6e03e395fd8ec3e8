package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;

/**
 * The ability to have the clocks of its accelerator set: a fast one, and a slow one of half its
 * frequency. Safe for use by several threads.
 */
public interface UserClock extends Facet {
  /**
   * Two frequencies.
   *
   * @param high of the fast clock, in MHz
   * @param low of the slow clock, in MHz
   */
  record Frequencies(long high, long low) {}

  /** {@return the frequencies now} */
  @Operation("ask for the user clock of")
  Frequencies frequencies();

  /**
   * Sets the frequencies.
   *
   * @param frequencies what they shall be; the device takes the closest that it can make
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for frequencies that it cannot
   *     make, naming those that it can
   */
  @Operation("set the user clock of")
  void frequencies(Frequencies frequencies);
}
