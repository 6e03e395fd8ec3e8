package dev.backplane.api;

import dev.backplane.api.contract.Local;
import java.lang.foreign.MemorySegment;

/**
 * A part of an image that the host sees in place until it is closed. Commands that use that part
 * meanwhile have no defined result.
 */
public interface ImageMapping extends AutoCloseable {
  /**
   * {@return the bytes, from the first pixel to the last; read-only if it was mapped for reading;
   * the segment dies when the mapping is closed}
   */
  @Local
  MemorySegment segment();

  /** {@return how many bytes are from one row to the next} */
  long rowPitch();

  /**
   * {@return how many bytes are from one layer to the next; 0 for an image that has only one} In an
   * array of images of one dimension a row is a layer.
   */
  long slicePitch();

  /** Unmaps it: the following commands of an in-order queue see the bytes. */
  @Override
  void close();
}
