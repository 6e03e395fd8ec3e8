package dev.backplane.api;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.Local;
import java.lang.foreign.MemorySegment;

/**
 * A part of a buffer's device copy that the host sees in place, from mapping to unmapping. Commands
 * that use that part meanwhile have no defined result.
 */
public interface Mapping extends AutoCloseable {
  /** The access that the host intends. */
  enum Access {
    /** Read. */
    READ,
    /** Write; what is not written stays. */
    WRITE,
    /** Both. */
    READ_WRITE,
    /** Write all of it; what was there before is lost. */
    OVERWRITE
  }

  /** {@return the bytes; the segment dies when it is unmapped} */
  @Local
  MemorySegment segment();

  /**
   * Unmaps it: a command of the queue that mapped it.
   *
   * @param after what has to end first
   * @return the run of the command
   * @throws BackplaneException {@link ErrorCode#CLOSED} if it was unmapped before
   */
  @Command
  Run unmap(Run... after);

  /** Unmaps it if that was not done; the following commands of an in-order queue see the bytes. */
  @Override
  void close();
}
