package dev.backplane.api;

import java.util.List;

/** The ability to hold buffers. */
public interface Memory extends Facet {
  /** {@return the banks, by index; those of the image that is loaded, where images bring them} */
  List<Bank> banks();

  /**
   * Makes a buffer.
   *
   * @param bytes its size, more than 0
   * @param bank the index of the bank it shall lie in
   * @return the buffer, its content zero; the caller closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_DEVICE_MEMORY} naming bank, size and room;
   *     {@link ErrorCode#INVALID_ARGUMENT} for an unknown bank
   */
  Buffer allocate(long bytes, int bank);
}
