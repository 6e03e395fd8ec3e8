package dev.backplane.api;

import dev.backplane.api.contract.Operation;

/**
 * The ability to have its control words read and written, as OPAE's MMIO and XRT's register access.
 * The facet is the first space; most devices have no other.
 */
public interface Registers extends Facet, RegisterSpace {
  /** {@return how many spaces there are; they are numbered from 0, the facet itself} */
  @Operation("count the register spaces of")
  default int spaces() {
    return 1;
  }

  /**
   * Gives a space by its number.
   *
   * @param number from 0 to less than {@link #spaces}
   * @return the space
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none of that number
   */
  @Operation("find register space {0} of")
  default RegisterSpace space(int number) {
    if (number == 0) {
      return this;
    }
    throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "there is no register space " + number)
        .remedy("Use a number from 0 to " + (spaces() - 1))
        .build();
  }
}
