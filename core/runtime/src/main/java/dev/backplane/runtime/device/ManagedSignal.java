package dev.backplane.runtime.device;

import dev.backplane.api.Signal;

/** A signal, which the device fails when it is closed, so that nothing waits for it for ever. */
final class ManagedSignal extends ManagedRun implements Signal {
  private final Signal signal;

  private ManagedSignal(Checked from, Signal signal) {
    super(handle(from, "signal", signal), NO_MEMORY);
    this.signal = signal;
  }

  /** Takes over a driver's signal. */
  static ManagedSignal adopt(Checked from, String operation, Signal made) {
    ManagedSignal managed = new ManagedSignal(from, made);
    managed.track(operation);
    return managed;
  }

  @Override
  public void complete() {
    origin.tell("complete signal", signal::complete);
    settle();
  }

  @Override
  public void fail() {
    origin.tell("fail signal", signal::fail);
    settle();
  }

  @Override
  public String toString() {
    return "a signal";
  }
}
