package dev.backplane.xclbin.ert;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The times at which a command entered each of its states: twelve 64-bit values in nanoseconds, by
 * the state's number, behind the payload at the next multiple of 8 bytes. They are present if the
 * header says so.
 */
public final class Timestamps {
  /** The size of the block in bytes. */
  public static final int BYTES = CommandState.COUNT * Long.BYTES;

  private static final ValueLayout.OfLong TIME =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Timestamps() {}

  /**
   * {@return where the block starts, in bytes from the packet's header}
   *
   * @param header the packet's header
   */
  public static int offset(int header) {
    return (Integer.BYTES * (1 + Header.count(header)) + 7) & -8;
  }

  /**
   * {@return when the command came into a state; 0 if it did not}
   *
   * @param packet a packet that {@link PacketRules} took
   * @param state the state
   */
  public static long get(Packet packet, CommandState state) {
    return packet.memory().get(TIME, at(packet, state));
  }

  /**
   * Notes that a command came into a state.
   *
   * @param packet a packet that {@link PacketRules} took
   * @param state the state
   * @param nanos the time
   */
  public static void set(Packet packet, CommandState state, long nanos) {
    packet.memory().set(TIME, at(packet, state), nanos);
  }

  private static long at(Packet packet, CommandState state) {
    return packet.at() + offset(packet.header()) + (long) state.number() * Long.BYTES;
  }
}
