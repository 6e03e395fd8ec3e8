package dev.backplane.xrt.card.ert;

/** The DMA kernel: copies within device memory. Called by the firmware's thread. */
@FunctionalInterface
public interface DeviceCopy {
  /**
   * Copies; throws if there is no memory for all of it.
   *
   * @param source a device address
   * @param target a device address
   * @param bytes a multiple of 64
   */
  void copy(long source, long target, long bytes);
}
