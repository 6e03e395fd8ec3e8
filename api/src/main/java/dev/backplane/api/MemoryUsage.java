package dev.backplane.api;

import java.util.List;

/**
 * How much of a device's memory is in use, by all of its holders.
 *
 * @param bytesToDevice what was copied from hosts to the device since it was turned on
 * @param bytesFromDevice what was copied back
 * @param banks the banks, in the order of {@link Memory#banks()}
 */
public record MemoryUsage(long bytesToDevice, long bytesFromDevice, List<OfBank> banks) {
  /** Copies the list. */
  public MemoryUsage {
    banks = List.copyOf(banks);
  }

  /**
   * One bank.
   *
   * @param bank which
   * @param used bytes of buffers and claimed ranges in it
   * @param buffers how many of them there are
   * @param free bytes that could be had
   * @param largest the largest buffer that could be had
   */
  public record OfBank(Bank bank, long used, int buffers, long free, long largest) {}
}
