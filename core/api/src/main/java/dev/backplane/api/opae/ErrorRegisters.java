package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Operation;
import java.util.List;

/**
 * The ability to keep errors in registers of 64 bits, which stay until they are cleared. They are
 * numbered from 0. Safe for use by several threads.
 */
public interface ErrorRegisters extends Facet {
  /**
   * A register.
   *
   * @param name what it is called, at most 63 bytes
   * @param clearable whether it can be cleared
   */
  record Description(String name, boolean clearable) {}

  /** {@return the registers, by number} */
  @Operation("list the error registers of")
  List<Description> descriptions();

  /**
   * Reads a register.
   *
   * @param number which
   * @return its bits; 0 if there is no error
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none of that number
   */
  @Operation("read error register {0} of")
  long read(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int number);

  /**
   * Clears a register. An error that persists comes back.
   *
   * @param number which
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none of that number;
   *     {@link ErrorCode#NOT_SUPPORTED} if it cannot be cleared
   */
  @Operation("clear error register {0} of")
  void clear(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int number);

  /** Clears all registers that can be cleared. */
  @Operation("clear the error registers of")
  void clearAll();
}
