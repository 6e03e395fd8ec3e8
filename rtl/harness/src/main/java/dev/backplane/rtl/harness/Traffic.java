package dev.backplane.rtl.harness;

import java.util.List;

/**
 * The read or write traffic of one interface in a run. Buckets of histograms are powers of two:
 * bucket 0 counts zeros, bucket {@code i} counts numbers of {@code i} bits, from {@code 2^(i-1)} to
 * {@code 2^i - 1}.
 *
 * @param bursts bursts requested
 * @param beats data beats
 * @param bytes bytes of the beats, regardless of strobes
 * @param kernelStalls cycles in which the kernel stalled: it did not accept valid data, or did not
 *     send data of an open burst
 * @param memoryStalls cycles in which memory stalled: it did not send data of an open burst, or did
 *     not accept valid data
 * @param addressWaits cycles in which an address was valid and not accepted
 * @param responseWaits cycles in which a write response was valid and not accepted
 * @param mostOutstanding the largest number of outstanding bursts
 * @param latencySum the sum of the latencies of completed bursts, in cycles from address to last
 *     data or response
 * @param latencies the histogram of the latencies
 * @param lengths the histogram of the beats per burst
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
  /** No traffic. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of());

  /**
   * Traffic of a bus without bursts, of which stalls and single latencies are not counted.
   *
   * @param requests requests
   * @param beats data beats
   * @param bytes bytes of the beats
   * @param mostOutstanding the largest number of outstanding requests
   * @param latencySum the sum of the latencies of completed requests
   * @return the traffic
   */
  public static Traffic ofRequests(
      long requests, long beats, long bytes, int mostOutstanding, long latencySum) {
    return new Traffic(
        requests, beats, bytes, 0, 0, 0, 0, mostOutstanding, latencySum, List.of(), List.of());
  }

  /** Copies the lists. */
  public Traffic {
    latencies = List.copyOf(latencies);
    lengths = List.copyOf(lengths);
  }
}
