package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;

/** Gives the accelerator the commands of its job, and observes its answers. */
final class PslJob {
  private static final int RESET = 0x80;
  private static final int START = 0x90;
  private static final int TIMEBASE = 0x42;
  private static final int LLCMD = 0x45;
  private static final int CONTEXT_COMMAND_SHIFT = 48;

  /** Cycles that a RESET may take to reach the outputs of an accelerator. */
  private static final int RESET_CYCLES = 3;

  /** The state of the accelerator. */
  enum State {
    /** At power-up, before the first RESET: its outputs mean nothing. */
    UNKNOWN,
    /** RESET was given and is not done. */
    RESETTING,
    /** RESET is done. */
    READY,
    /** START was given and is not done. */
    STARTED,
    /** The job is done. */
    ENDED
  }

  private final SimulationContext context;
  private final String port;
  private final EventHistory history;
  private final PslCommands commands;
  private final DrivenInput valid;
  private final DrivenInput command;
  private final DrivenInput commandParity;
  private final DrivenInput address;
  private final DrivenInput addressParity;
  private final Pin running;
  private final Pin done;
  private final Pin error;
  private final Pin acknowledge;
  private final Pin timebaseRequest;
  private final PslHost host;

  private State state = State.UNKNOWN;
  private boolean seen;
  private boolean wasDone;
  private boolean wasRunning;

  /** True if a context command waits for its acknowledgement. */
  private boolean unacknowledged;

  /** True if the accelerator asked for the timebase, and did not get it. */
  private boolean timebaseDue;

  private long resetCycle;
  private long doneCycle;
  private long errorCode;

  PslJob(
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      PslCommands commands,
      PslHost host) {
    this.host = host;
    this.context = context;
    this.history = history;
    this.commands = commands;
    port = pins.bus().name();
    valid = pins.output("ha_jval");
    command = pins.output("ha_jcom");
    commandParity = pins.output("ha_jcompar");
    address = pins.output("ha_jea");
    addressParity = pins.output("ha_jeapar");
    running = pins.pin("ah_jrunning");
    done = pins.pin("ah_jdone");
    error = pins.pin("ah_jerror");
    acknowledge = pins.pin("ah_jcack", 0);
    timebaseRequest = pins.pin("ah_tbreq", 0);
  }

  State state() {
    return state;
  }

  /** The cycle in which the accelerator said done. */
  long doneCycle() {
    return doneCycle;
  }

  /** {@return the error code of the accelerator; 0 if it reported none} */
  long errorCode() {
    return errorCode;
  }

  /** Tells whether RESET was given so long ago that what was on its way before has ended. */
  boolean isInReset() {
    return state == State.RESETTING && context.cycle() > resetCycle + RESET_CYCLES;
  }

  boolean isRunning() {
    return running.get() != 0;
  }

  /** Tells whether it has said that the job runs, since START. */
  boolean hasRun() {
    return wasRunning;
  }

  /** Tells whether the last context command was acknowledged. */
  boolean isAcknowledged() {
    return !unacknowledged;
  }

  void reset() {
    state = State.RESETTING;
    resetCycle = context.cycle();
    begin();
    give(RESET, 0, "RESET");
  }

  void start(long descriptor) {
    state = State.STARTED;
    begin();
    give(START, descriptor, "START");
  }

  private void begin() {
    commands.restart();
    wasRunning = false;
    unacknowledged = false;
    timebaseDue = false;
  }

  /** Tells the accelerator of a context. */
  void tell(ContextCommand command, int process) {
    // A timebase that is on its way comes once more.
    timebaseDue |= valid.isSet();
    unacknowledged = true;
    give(LLCMD, (long) command.code() << CONTEXT_COMMAND_SHIFT | process, command.name());
  }

  private void give(int code, long argument, String name) {
    history.add(context.cycle(), name, -1);
    context.progress();
    seen = false;
    valid.set(1);
    command.set(code);
    commandParity.set(Parity.odd(code));
    address.set(argument);
    addressParity.set(Parity.odd(argument));
  }

  void sample() {
    seen = valid.isSet();
    if (state == State.STARTED) {
      sampleJob();
    }
    if (done.get() == 0) {
      wasDone = false;
      return;
    }
    if (wasDone || state == State.READY || state == State.ENDED) {
      context.violation(
          port,
          PslRule.JOB_DONE,
          wasDone ? "ah_jdone stays high" : "ah_jdone without a RESET or START");
      return;
    }
    if (state == State.UNKNOWN) {
      return;
    }
    wasDone = true;
    history.add(context.cycle(), "job done", -1);
    context.progress();
    if (state == State.STARTED && commands.outstanding() > 0) {
      context.violation(
          port,
          PslRule.UNFINISHED,
          "ah_jdone with %d commands outstanding".formatted(commands.outstanding()));
      commands.restart();
    }
    doneCycle = context.cycle();
    errorCode = state == State.STARTED ? error.get() : 0;
    state = state == State.RESETTING ? State.READY : State.ENDED;
  }

  private void sampleJob() {
    wasRunning |= running.get() != 0;
    timebaseDue |= timebaseRequest.get() != 0;
    if (acknowledge.get() == 0) {
      return;
    }
    if (unacknowledged) {
      unacknowledged = false;
      history.add(context.cycle(), "acknowledged", -1);
      context.progress();
    } else {
      context.violation(port, PslRule.CONTEXT_ACKNOWLEDGE, "ah_jcack without an LLCMD");
    }
  }

  void drive() {
    if (seen) {
      seen = false;
      valid.set(0);
    } else if (timebaseDue && !valid.isSet()) {
      timebaseDue = false;
      give(TIMEBASE, host.timebase(context.cycle()), "TIMEBASE");
    }
  }
}
