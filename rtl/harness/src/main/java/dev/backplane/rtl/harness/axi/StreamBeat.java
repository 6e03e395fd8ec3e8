package dev.backplane.rtl.harness.axi;

import java.math.BigInteger;
import java.util.HexFormat;

/** One beat of a stream: its bytes and sideband signals. */
public final class StreamBeat {
  private final byte[] data;
  private final BigInteger user;
  private final long id;
  private final long destination;
  private final boolean last;

  /**
   * Creates a beat.
   *
   * @param data its bytes, the lowest lane first; fewer than the bus has if those above are null
   *     bytes (TKEEP)
   * @param user TUSER
   * @param id TID
   * @param destination TDEST
   * @param last whether it ends a packet (TLAST)
   */
  public StreamBeat(byte[] data, BigInteger user, long id, long destination, boolean last) {
    this.data = data.clone();
    this.user = user;
    this.id = id;
    this.destination = destination;
    this.last = last;
  }

  /** {@return its bytes, the lowest lane first, without null bytes} */
  public byte[] data() {
    return data.clone();
  }

  /** {@return TUSER; 0 if the stream has none} */
  public BigInteger user() {
    return user;
  }

  /** {@return TID; 0 if the stream has none} */
  public long id() {
    return id;
  }

  /** {@return TDEST; 0 if the stream has none} */
  public long destination() {
    return destination;
  }

  /** {@return whether it ends a packet} */
  public boolean last() {
    return last;
  }

  @Override
  public String toString() {
    return "%s user 0x%s id %d dest %d%s"
        .formatted(
            HexFormat.of().formatHex(data),
            user.toString(16),
            id,
            destination,
            last ? " last" : "");
  }
}
