package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;

/** Accesses to the registers and to the descriptor of an accelerator, one at a time. */
final class PslMmio {
  /** The registers that a process sees, or the descriptor. */
  final class Space implements RegisterPort {
    private final String name;
    private final boolean descriptor;

    private Space(String name, boolean descriptor) {
      this.name = name;
      this.descriptor = descriptor;
    }

    @Override
    public String port() {
      return name;
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
      begin(descriptor, true, offset, bytes, 0);
    }

    @Override
    public void beginWrite(long offset, int bytes, long value, int strobes) {
      RegisterPort.requireWhole("a PSL", bytes, strobes);
      begin(descriptor, false, offset, bytes, value);
    }

    @Override
    public boolean isBusy() {
      return busy;
    }

    @Override
    public long result() {
      return wide ? result : result & 0xffff_ffffL;
    }

    @Override
    public String state() {
      return "ha_mmval was given in cycle " + begun + ", ah_mmack is missing";
    }

    @Override
    public void abandon() {
      busy = false;
      owed = true;
      valid.set(0);
    }
  }

  /** Addresses have 24 bits and count words of 4 bytes. */
  private static final long BYTES = 1L << 26;

  final Space registers;
  final Space descriptor;

  private final SimulationContext context;
  private final String port;
  private final EventHistory history;
  private final DrivenInput valid;
  private final DrivenInput configuration;
  private final DrivenInput readNotWrite;
  private final DrivenInput doubleword;
  private final DrivenInput address;
  private final DrivenInput addressParity;
  private final DrivenInput data;
  private final DrivenInput dataParity;
  private final Pin acknowledge;
  private final Pin answer;
  private final Pin answerParity;
  private final Pin paren;

  private boolean busy;

  /** True if an access was abandoned, whose acknowledgement may still come. */
  private boolean owed;

  private boolean seen;
  private boolean reading;
  private boolean wide;
  private long begun;
  private long result;

  PslMmio(SimulationContext context, InterfacePins pins, EventHistory history) {
    this.context = context;
    this.history = history;
    port = pins.bus().name();
    registers = new Space(port, false);
    descriptor = new Space("descriptor", true);
    valid = pins.output("ha_mmval");
    configuration = pins.output("ha_mmcfg");
    readNotWrite = pins.output("ha_mmrnw");
    doubleword = pins.output("ha_mmdw");
    address = pins.output("ha_mmad");
    addressParity = pins.output("ha_mmadpar");
    data = pins.output("ha_mmdata");
    dataParity = pins.output("ha_mmdatapar");
    acknowledge = pins.pin("ah_mmack");
    answer = pins.pin("ah_mmdata");
    answerParity = pins.pin("ah_mmdatapar", 0);
    paren = pins.pin("ah_paren", 0);
  }

  /** Forgets the access, with a RESET. */
  void forget() {
    busy = false;
    owed = false;
    valid.set(0);
  }

  /** Tells whether an access was abandoned, so that no other can be told from it. */
  boolean isOwed() {
    return owed;
  }

  private void begin(boolean inDescriptor, boolean read, long offset, int bytes, long value) {
    busy = true;
    seen = false;
    reading = read;
    wide = bytes == Long.BYTES;
    begun = context.cycle();
    history.add(begun, read ? "register read" : "register write", offset);
    long bits = wide ? value : (value & 0xffff_ffffL) << Integer.SIZE | (value & 0xffff_ffffL);
    valid.set(1);
    configuration.set(inDescriptor ? 1 : 0);
    readNotWrite.set(read ? 1 : 0);
    doubleword.set(wide ? 1 : 0);
    address.set(offset >>> 2);
    addressParity.set(Parity.odd(offset >>> 2));
    data.set(bits);
    dataParity.set(Parity.odd(bits));
  }

  void sample() {
    if (acknowledge.get() != 0) {
      if (owed) {
        owed = false;
        return;
      }
      if (!busy) {
        context.violation(port, PslRule.MMIO_ACKNOWLEDGE, "ah_mmack without an access");
        return;
      }
      busy = false;
      seen = true;
      result = answer.get();
      context.progress();
      if (reading && paren.get() != 0 && answerParity.get() != Parity.odd(result)) {
        context.violation(
            port,
            PslRule.MMIO_PARITY,
            "ah_mmdatapar is %d for 0x%x".formatted(answerParity.get(), result));
      }
    } else if (busy) {
      seen = true;
    }
  }

  void drive() {
    if (seen) {
      valid.set(0);
    }
  }
}
