package dev.backplane.api;

import java.util.List;

/**
 * The usage of a device's memory by all of its holders.
 *
 * @param bytesToDevice how many bytes were copied from hosts to the device since it was turned on
 * @param bytesFromDevice how many bytes were copied back
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
   * @param bank the bank
   * @param used bytes of buffers and claimed ranges in it
   * @param buffers how many of them there are
   * @param free bytes that can be allocated
   * @param largest bytes of the largest buffer that can be allocated
   */
  public record OfBank(Bank bank, long used, int buffers, long free, long largest) {}
}
