package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.PortHistory;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.List;

/**
 * The history of the read or write channels of a master: the last bursts, and VALID and READY in
 * the last cycles, which are bits in the words of a {@link HandshakeHistory}. It is always
 * recorded; a complete history would need more pin reads and make a small kernel several times
 * slower.
 */
final class ChannelHistory implements PortHistory {
  private static final String[] FIELDS = {"ADDR", "LEN", "SIZE", "BURST", "ID"};
  private static final int[] WIDTHS = {Long.SIZE, 8, 3, 2, Long.SIZE};
  static final String[] READ = {"AR", "R"};
  static final String[] WRITE = {"AW", "W", "B"};

  /** The number of cycles in messages. */
  private static final int SHOWN_CYCLES = 16;

  private static final int BURSTS = 64;
  private static final int BURST_WORDS = 6;

  private final String port;
  private final String[] channels;

  /** Bits of {@link #state}. */
  static final int VALID = 1;

  static final int READY = 2;

  /** The index of the first channel's bits; the others follow. */
  final int bitIndex;

  private final HandshakeHistory history;
  private final long[] bursts = new long[BURSTS * BURST_WORDS];
  private int burstCount;

  ChannelHistory(String port, String[] channels, HandshakeHistory history) {
    this.port = port;
    this.channels = channels;
    this.history = history;
    bitIndex = history.allocate(channels.length);
  }

  @Override
  public String port() {
    return port;
  }

  @Override
  public int cycles() {
    return history.cycles();
  }

  void addBurst(long cycle, Burst burst) {
    int at = burstCount++ % BURSTS * BURST_WORDS;
    bursts[at] = cycle;
    bursts[at + 1] = burst.startAddress;
    bursts[at + 2] = burst.beats - 1L;
    bursts[at + 3] = burst.size;
    bursts[at + 4] = burst.type;
    bursts[at + 5] = burst.id;
  }

  /** VALID and READY of a channel in a recorded cycle. */
  int state(long cycle, int channel) {
    long word = history.word(cycle) >>> (bitIndex + channel);
    int kernel = (int) word & 1;
    int model = (int) (word >>> HandshakeHistory.MODEL_SHIFT) & 1;
    return isDrivenByModel(channels[channel])
        ? model * VALID + kernel * READY
        : kernel * VALID + model * READY;
  }

  /** The bits of the VALIDs of all channels. */
  long valids() {
    long bits = 0;
    for (int channel = 0; channel < channels.length; channel++) {
      int side = isDrivenByModel(channels[channel]) ? HandshakeHistory.MODEL_SHIFT : 0;
      bits |= 1L << (bitIndex + channel + side);
    }
    return bits;
  }

  /** Tells whether the model drives VALID of a channel, and the kernel READY. */
  private static boolean isDrivenByModel(String channel) {
    return channel.equals("R") || channel.equals("B");
  }

  boolean remembers(long cycle) {
    return history.remembers(cycle);
  }

  /**
   * The index of the burst on the address channel in a cycle: the one whose handshake is in that
   * cycle or next; -1 if unknown.
   */
  int burstAt(long cycle) {
    int found = -1;
    for (int i = Math.max(0, burstCount - BURSTS); i < burstCount; i++) {
      int at = i % BURSTS * BURST_WORDS;
      if (bursts[at] >= cycle && (found < 0 || bursts[at] < bursts[found])) {
        found = at;
      }
    }
    return found;
  }

  /** A field of a burst: 1 address, 2 length, 3 size, 4 type, 5 id. */
  long field(int burst, int number) {
    return bursts[burst + number];
  }

  @Override
  public String legend() {
    return " (X handshake, v only VALID, r only READY)";
  }

  /** VALID and READY of every channel, and the payload of the address channel. */
  @Override
  public List<Port> signals() {
    List<Port> signals = new ArrayList<>();
    for (int channel = 0; channel < channels.length; channel++) {
      String name = port + "_" + channels[channel];
      signals.add(new Port(name + "VALID", Direction.OUTPUT, 1));
      signals.add(new Port(name + "READY", Direction.OUTPUT, 1));
      for (int field = 0; channel == 0 && field < FIELDS.length; field++) {
        signals.add(new Port(name + FIELDS[field], Direction.OUTPUT, WIDTHS[field]));
      }
    }
    return signals;
  }

  /** The payload is known only while the address channel is valid. */
  @Override
  public void show(long cycle, Row row) {
    for (int channel = 0; channel < channels.length; channel++) {
      boolean known = remembers(cycle);
      int state = known ? state(cycle, channel) : 0;
      row.add(state & VALID, known);
      row.add(state >>> 1, known);
      if (channel == 0) {
        int burst = (state & VALID) == 0 ? -1 : burstAt(cycle);
        for (int field = 0; field < FIELDS.length; field++) {
          row.add(burst < 0 ? 0 : field(burst, field + 1), burst >= 0);
        }
      }
    }
  }

  /** The last cycles of each channel, one character per cycle. */
  @Override
  public String timeline() {
    StringBuilder text = new StringBuilder();
    for (int channel = 0; channel < channels.length; channel++) {
      text.append(channel == 0 ? "" : ", ").append(channels[channel]).append(' ');
      long end = history.end();
      for (long cycle = Math.max(0, end - SHOWN_CYCLES); cycle < end; cycle++) {
        text.append(remembers(cycle) ? "-vrX".charAt(state(cycle, channel)) : '?');
      }
    }
    return text.toString();
  }
}
