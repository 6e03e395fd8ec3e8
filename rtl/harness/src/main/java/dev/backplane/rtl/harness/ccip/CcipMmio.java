package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;

/** Accesses to the registers of an accelerator: posted writes, and reads that carry a tid. */
final class CcipMmio implements RegisterPort {
  private static final int TIDS = 512;

  /** Addresses have 16 bits and count words of 4 bytes. */
  private static final long BYTES = 1L << 18;

  /** The length field of a request's header for 8 bytes. */
  private static final long EIGHT_BYTES = 1L << 10;

  private static final long LINE = 2L << 10;

  private final SimulationContext context;
  private final String port;
  private final EventHistory history;
  private final CcipReceive receive;
  private final Pin valid;
  private final Pin tidPin;
  private final Pin data;

  private boolean busy;

  /** True if the request waits for the channel, and whether it has it in this cycle. */
  private boolean waiting;

  private boolean given;
  private boolean reading;
  private boolean wide;
  private int tid;
  private long begun;
  private long header;

  /** The words that a request writes; a short write uses only the first one. */
  private final long[] written = new long[LINE_BYTES / Long.BYTES];

  private int writtenWords;
  private long result;

  CcipMmio(
      SimulationContext context, InterfacePins pins, EventHistory history, CcipReceive receive) {
    this.context = context;
    this.history = history;
    this.receive = receive;
    port = pins.bus().name();
    valid = pins.pin("c2Tx.mmioRdValid");
    tidPin = pins.pin("c2Tx.tid");
    data = pins.pin("c2Tx.data");
  }

  @Override
  public String port() {
    return port;
  }

  @Override
  public int widestAccess() {
    return Long.BYTES;
  }

  @Override
  public long bytes() {
    return BYTES;
  }

  @Override
  public void beginRead(long offset, int bytes) {
    writtenWords = 0;
    begin(true, offset, bytes == Long.BYTES ? EIGHT_BYTES : 0);
  }

  @Override
  public void beginWrite(long offset, int bytes, long value, int strobes) {
    RegisterPort.requireWhole("CCI-P", bytes, strobes);
    written[0] = value;
    writtenWords = 1;
    begin(false, offset, bytes == Long.BYTES ? EIGHT_BYTES : 0);
  }

  @Override
  public boolean hasLineWrites() {
    return true;
  }

  @Override
  public void beginLineWrite(long offset, long[] words) {
    System.arraycopy(words, 0, written, 0, written.length);
    writtenWords = written.length;
    begin(false, offset, LINE);
  }

  private void begin(boolean read, long offset, long length) {
    busy = true;
    waiting = true;
    reading = read;
    wide = length == EIGHT_BYTES;
    tid = (tid + 1) % TIDS;
    begun = context.cycle();
    header = (offset >>> 2) << 12 | length | (read ? tid : 0);
    history.add(begun, read ? "register read" : "register write", offset);
  }

  @Override
  public boolean isBusy() {
    return busy;
  }

  void sample() {
    if (valid.get() != 0) {
      if (!busy || !reading || tidPin.get() != tid) {
        context.violation(
            port,
            CcipRule.MMIO_RESPONSE,
            busy && reading
                ? "a response with tid 0x%x, the read has 0x%x".formatted(tidPin.get(), tid)
                : "a response with tid 0x%x, no read is outstanding".formatted(tidPin.get()));
      } else {
        context.progress();
        result = wide ? data.get() : data.get() & 0xffff_ffffL;
        busy = false;
      }
    }
    if (given) {
      busy &= reading;
    }
  }

  void checkQuiet(String when) {
    if (valid.get() != 0) {
      context.violation(port, CcipRule.QUIET_IN_RESET, "c2Tx.mmioRdValid is high " + when);
    }
  }

  /** Gives the request; returns whether it takes the channel from read responses. */
  boolean drive() {
    given = waiting;
    if (waiting) {
      waiting = false;
      receive.request(header, reading, written, writtenWords);
    }
    return given;
  }

  @Override
  public long result() {
    return result;
  }

  @Override
  public String state() {
    return "the request was given in cycle %d, a response with tid 0x%x is missing"
        .formatted(begun, tid);
  }

  @Override
  public void abandon() {
    busy = false;
    waiting = false;
  }
}
