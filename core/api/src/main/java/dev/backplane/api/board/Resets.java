package dev.backplane.api.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.contract.Operation;
import java.util.Set;

/**
 * The ability to bring parts of a card to their state after power-up, one by one. {@link
 * Management#reset()} resets all of it. Thread-safe.
 */
public interface Resets extends Facet {
  /** A part of a card. */
  enum Part {
    /** The compute units: runs are cancelled, the image stays. */
    KERNEL,
    /** The embedded scheduler. */
    ERT,
    /** Counters of memory errors. */
    ECC,
    /** Kernels on an embedded processor. */
    SOFT_KERNEL,
    /** The array of AI engines. */
    AIE
  }

  /** {@return the parts that this card has} */
  @Operation("ask for the parts of")
  Set<Part> parts();

  /**
   * Resets a part.
   *
   * @param part which
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if this card has no such part
   */
  @Operation("reset a part of")
  void reset(Part part);
}
