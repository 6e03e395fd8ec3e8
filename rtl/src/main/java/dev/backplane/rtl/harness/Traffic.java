package dev.backplane.rtl.harness;

import java.util.List;

/**
 * What went one way through one AXI4 master in a run. Histograms have buckets of powers of two:
 * bucket 0 counts zeros, bucket {@code i} numbers of {@code i} bits, which are those from {@code
 * 2^(i-1)} to {@code 2^i - 1}.
 *
 * @param bursts bursts that were asked for
 * @param beats data handshakes of them
 * @param bytes bytes asked for, or written, whatever the strobes
 * @param kernelStalls cycles lost by the kernel: data was there and it did not take it, or a burst
 *     was open and it gave none
 * @param memoryStalls cycles lost by memory: a burst was open and no data came, or data was given
 *     and not taken
 * @param addressWaits cycles in which an address waited to be taken
 * @param responseWaits cycles in which a response to a write waited to be taken
 * @param mostOutstanding bursts on their way at the same time, at most
 * @param latencySum cycles from address to last data or response, summed over the bursts that ended
 * @param latencies how many bursts had which of these
 * @param lengths how many bursts had how many beats
 */
public record Traffic(
    long bursts,
    long beats,
    long bytes,
    long kernelStalls,
    long memoryStalls,
    long addressWaits,
    long responseWaits,
    int mostOutstanding,
    long latencySum,
    List<Long> latencies,
    List<Long> lengths) {
  /** Nothing at all. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of());

  /** Copies the lists. */
  public Traffic {
    latencies = List.copyOf(latencies);
    lengths = List.copyOf(lengths);
  }
}
