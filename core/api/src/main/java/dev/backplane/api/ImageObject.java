package dev.backplane.api;

import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;

/**
 * An image of a device: pixels that kernels reach by coordinates. The host has no copy of them; it
 * reads and writes them through {@link ImageMemory}, or all at once here.
 *
 * <p>The holder closes it; its memory is given back when the last command and the last call that it
 * is bound to have let go. Safe for use by several threads.
 */
public interface ImageObject extends AutoCloseable {
  /** {@return its kind and size} */
  ImageShape shape();

  /** {@return what its pixels are} */
  PixelFormat format();

  /**
   * Writes all pixels, and waits for that. Commands in queues do not wait for it, nor it for them.
   *
   * @param pixels their bytes, row by row, without gaps
   * @return this image
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} for another number of bytes
   */
  ImageObject write(@In MemorySegment pixels);

  /**
   * Reads all pixels, and waits for that.
   *
   * @param pixels is filled with their bytes, row by row, without gaps
   * @return this image
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} for another number of bytes
   */
  ImageObject read(@Out MemorySegment pixels);

  /** {@return how many bytes all its pixels are} */
  default long bytes() {
    return shape().pixels() * format().bytes();
  }

  /** Lets go of it. */
  @Override
  void close();
}
