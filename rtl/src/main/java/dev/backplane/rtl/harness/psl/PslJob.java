package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;

/** Gives the accelerator the commands of its job, and observes its answers. */
final class PslJob {
  private static final int RESET = 0x80;
  private static final int START = 0x90;

  /** Where the accelerator is. */
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

  private State state = State.UNKNOWN;
  private boolean seen;
  private boolean wasDone;
  private long doneCycle;
  private long errorCode;

  PslJob(
      SimulationContext context, InterfacePins pins, EventHistory history, PslCommands commands) {
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
  }

  State state() {
    return state;
  }

  /** The cycle in which the accelerator said done. */
  long doneCycle() {
    return doneCycle;
  }

  /** What the accelerator said went wrong; 0 if nothing did. */
  long errorCode() {
    return errorCode;
  }

  boolean isRunning() {
    return running.get() != 0;
  }

  void reset() {
    state = State.RESETTING;
    give(RESET, 0, "RESET");
  }

  void start(long descriptor) {
    state = State.STARTED;
    give(START, descriptor, "START");
  }

  private void give(int code, long argument, String name) {
    history.add(context.cycle(), name, -1);
    commands.restart();
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

  void drive() {
    if (seen) {
      valid.set(0);
    }
  }
}
