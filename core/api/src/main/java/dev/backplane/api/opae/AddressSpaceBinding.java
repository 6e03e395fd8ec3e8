package dev.backplane.api.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;

/**
 * The ability to let an accelerator use the addresses of the process, without buffers. Safe for use
 * by several threads.
 */
public interface AddressSpaceBinding extends Facet {
  /**
   * Binds the address space of this process to the accelerator, until the device is closed. Binding
   * it again gives the same number.
   *
   * @return the number under which the accelerator names it, a PASID
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if the system does not allow it
   */
  @Local
  @Operation("bind the address space to")
  int bind();
}
