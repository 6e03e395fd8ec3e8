package dev.backplane.api;

import dev.backplane.api.contract.Local;
import java.lang.foreign.MemorySegment;

/**
 * Memory that host and device know by one address. The holder closes it when nothing uses it any
 * more: that is deterministic, and the segment is dead afterwards.
 */
public interface UnifiedBuffer extends AutoCloseable {
  /** {@return where it lies and who may use it} */
  UnifiedMemory.Kind kind();

  /** {@return its address} */
  long address();

  /** {@return its size in bytes} */
  long size();

  /**
   * {@return the bytes, for the host}
   *
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} for memory of the device only
   */
  @Local
  MemorySegment segment();

  /**
   * Frees it.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} while it is bound to a call or a command on
   *     it is in flight
   */
  @Override
  void close();
}
