package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The type of a block in DEBUG_IP_LAYOUT. */
public enum DebugIpType {
  /** Not said. */
  UNDEFINED(0),
  /** A protocol checker of a memory port. */
  LAPC(1),
  /** A logic analyser. */
  ILA(2),
  /** A monitor of a memory port. */
  AXI_MM_MONITOR(3),
  /** Gathers the trace of several monitors. */
  AXI_TRACE_FUNNEL(4),
  /** The control port of a trace queue. */
  AXI_MONITOR_FIFO_LITE(5),
  /** The data port of a trace queue. */
  AXI_MONITOR_FIFO_FULL(6),
  /** A monitor of a compute unit. */
  ACCEL_MONITOR(7),
  /** A monitor of a stream. */
  AXI_STREAM_MONITOR(8),
  /** A protocol checker of a stream. */
  AXI_STREAM_PROTOCOL_CHECKER(9),
  /** Writes trace to memory. */
  TRACE_S2MM(10),
  /** A DMA engine. */
  AXI_DMA(11),
  /** Writes trace to memory, all of its ports. */
  TRACE_S2MM_FULL(12),
  /** A monitor of the network on chip. */
  AXI_NOC(13),
  /** Finds compute units that wait for each other. */
  ACCEL_DEADLOCK_DETECTOR(14),
  /** Trace over the high-speed debug port. */
  HSDP_TRACE(15);

  private final int number;

  DebugIpType(int number) {
    this.number = number;
  }

  /** {@return the number of this block type in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the block type, or empty if the number has no name here
   */
  public static Optional<DebugIpType> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
