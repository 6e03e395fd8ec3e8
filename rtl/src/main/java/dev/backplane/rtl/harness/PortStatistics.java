package dev.backplane.rtl.harness;

/**
 * What went through one AXI4 master in a run.
 *
 * @param port the name of the interface
 * @param read what it read
 * @param written what it wrote
 */
public record PortStatistics(String port, Traffic read, Traffic written) {
  /** {@return bursts read} */
  public long readBursts() {
    return read.bursts();
  }

  /** {@return data handshakes of reads} */
  public long readBeats() {
    return read.beats();
  }

  /** {@return bytes read} */
  public long readBytes() {
    return read.bytes();
  }

  /** {@return cycles in which data was there and the kernel did not take it} */
  public long readStalls() {
    return read.kernelStalls();
  }

  /** {@return bursts written} */
  public long writeBursts() {
    return written.bursts();
  }

  /** {@return data handshakes of writes} */
  public long writeBeats() {
    return written.beats();
  }

  /** {@return bytes of the beats written, whatever the strobes} */
  public long writeBytes() {
    return written.bytes();
  }

  /** {@return cycles in which a burst was open and the kernel gave no data} */
  public long writeStalls() {
    return written.kernelStalls();
  }
}
