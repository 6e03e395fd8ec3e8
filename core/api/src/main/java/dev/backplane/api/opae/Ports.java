package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Operation;

/**
 * The ability of a device to give its accelerators to host interfaces: to the physical function or
 * to virtual ones. Safe for use by several threads.
 */
public interface Ports extends Facet {
  /** The host interface of the physical function. */
  int PHYSICAL = 0;

  /** {@return the host interface that an accelerator is assigned to} */
  @Operation("ask for the host interface of slot {0} of")
  int hostInterface(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slot);

  /**
   * Assigns an accelerator to a host interface.
   *
   * @param slot the slot that it lies in
   * @param hostInterface {@link #PHYSICAL}, or the number of a virtual function from 1
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} for a slot or an interface that is
   *     not there; {@link ErrorCode#BUSY} while the accelerator is open
   */
  @Operation("assign slot {0} of")
  void assign(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slot,
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int hostInterface);
}
