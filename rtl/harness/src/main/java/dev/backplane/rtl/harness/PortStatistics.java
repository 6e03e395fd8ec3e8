package dev.backplane.rtl.harness;

/**
 * The traffic of one interface in a run.
 *
 * @param port the name of the interface
 * @param read the read traffic
 * @param written the write traffic
 */
public record PortStatistics(String port, Traffic read, Traffic written) {
  /** {@return bursts read} */
  public long readBursts() {
    return read.bursts();
  }

  /** {@return data beats read} */
  public long readBeats() {
    return read.beats();
  }

  /** {@return bytes read} */
  public long readBytes() {
    return read.bytes();
  }

  /** {@return cycles in which data was valid and the kernel did not accept it} */
  public long readStalls() {
    return read.kernelStalls();
  }

  /** {@return bursts written} */
  public long writeBursts() {
    return written.bursts();
  }

  /** {@return data beats written} */
  public long writeBeats() {
    return written.beats();
  }

  /** {@return bytes of the beats written, whatever the strobes} */
  public long writeBytes() {
    return written.bytes();
  }

  /** {@return cycles in which a burst was open and the kernel sent no data} */
  public long writeStalls() {
    return written.kernelStalls();
  }
}
