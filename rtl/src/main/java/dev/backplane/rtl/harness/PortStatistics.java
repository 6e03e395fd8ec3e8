package dev.backplane.rtl.harness;

/**
 * What went through one AXI4 master in a run.
 *
 * @param port the name of the interface
 * @param readBursts bursts read
 * @param readBeats data handshakes of them
 * @param readBytes bytes asked for
 * @param readStalls cycles in which data was there and the kernel did not take it
 * @param writeBursts bursts written
 * @param writeBeats data handshakes of them
 * @param writeBytes bytes of the beats, whatever the strobes
 * @param writeStalls cycles in which a burst was open and the kernel gave no data
 */
public record PortStatistics(
    String port,
    long readBursts,
    long readBeats,
    long readBytes,
    long readStalls,
    long writeBursts,
    long writeBeats,
    long writeBytes,
    long writeStalls) {}
