package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ControlProtocol;

/**
 * One compute unit as the firmware drives it (section 5 of the sheet on XRT): which slots wait for
 * it, which it works on, and its control protocol. Of the firmware's thread.
 */
final class UnitDriver {
  static final int START = 1;
  static final int DONE = 1 << 1;
  static final int IDLE = 1 << 2;
  static final int CONTINUE = 1 << 4;
  static final int CRASHED = 0xffff_ffff;

  private static final int CONTROL = 0x00;
  private static final int GLOBAL_INTERRUPT = 0x04;
  private static final int INTERRUPT_ENABLE = 0x08;
  private static final int INTERRUPT_STATUS = 0x0c;

  /** The result of reading the control register. */
  enum Look {
    /** Nothing new. */
    BUSY,
    /** The oldest execution is done. */
    DONE,
    /** The bus gives all ones. */
    CRASHED
  }

  private final UnitPorts ports;
  private final int port;
  private final ControlProtocol protocol;
  private final boolean interrupts;
  final SlotRing waiting = new SlotRing();
  final SlotRing running = new SlotRing();
  long startedAt;
  long timeoutNanos;
  int executions;
  boolean crashed;

  /** Done was seen by a look for something else; some units clear it when it is read. */
  private boolean doneSeen;

  UnitDriver(UnitPorts ports, int port, ControlProtocol protocol, boolean interrupts) {
    this.ports = ports;
    this.port = port;
    this.protocol = protocol;
    this.interrupts = interrupts;
  }

  /** A unit that runs by itself: it has an index, and nothing reaches it. */
  static UnitDriver withoutRegisters(UnitPorts ports) {
    return new UnitDriver(ports, -1, ControlProtocol.AP_CTRL_NONE, false);
  }

  /** Tells whether the scheduler starts units of this protocol at all. */
  boolean startable() {
    return switch (protocol) {
      case AP_CTRL_HS, AP_CTRL_CHAIN -> true;
      case AP_CTRL_NONE, AP_CTRL_ME, ACCEL_ADAPTER, FAST_ADAPTER -> false;
    };
  }

  ControlProtocol protocol() {
    return protocol;
  }

  boolean chained() {
    return protocol == ControlProtocol.AP_CTRL_CHAIN;
  }

  int port() {
    return port;
  }

  boolean interrupts() {
    return interrupts;
  }

  /** Sets the interrupt registers, once, when it is configured. */
  void enableInterrupts() {
    if (interrupts && startable()) {
      ports.write(port, GLOBAL_INTERRUPT, 1);
      ports.write(port, INTERRUPT_ENABLE, 1);
    }
  }

  /** Tells whether the next execution may begin. */
  boolean ready() {
    if (running.isEmpty()) {
      return true;
    }
    if (!chained()) {
      return false;
    }
    int control = ports.read(port, CONTROL);
    doneSeen |= control != CRASHED && (control & DONE) != 0;
    return (control & START) == 0;
  }

  boolean reaches(int offset) {
    return offset >= 0 && offset % 4 == 0 && offset < ports.range(port);
  }

  /** It is as after power-up. */
  void wasReset() {
    doneSeen = false;
    crashed = false;
    enableInterrupts();
  }

  void serve(int slot) {
    ports.serve(port, slot);
  }

  void write(int offset, int value) {
    ports.write(port, offset, value);
  }

  void start() {
    ports.write(port, CONTROL, START);
    executions++;
  }

  /** Looks whether the oldest execution is done, and acknowledges it. */
  Look look() {
    int control = ports.read(port, CONTROL);
    if (control == CRASHED) {
      return Look.CRASHED;
    }
    boolean done =
        doneSeen
            || (control & DONE) != 0
            || (protocol == ControlProtocol.AP_CTRL_HS && (control & (IDLE | START)) == IDLE);
    doneSeen = false;
    if (done && chained()) {
      // Before the interrupt is cleared: it would rise again for the same execution otherwise.
      ports.write(port, CONTROL, CONTINUE);
    }
    if (done && interrupts) {
      ports.write(port, INTERRUPT_STATUS, ports.read(port, INTERRUPT_STATUS));
    }
    return done ? Look.DONE : Look.BUSY;
  }
}
