package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.StartWork;
import dev.backplane.drivers.capi.memory.KnownMemory;
import dev.backplane.drivers.capi.memory.KnownMemory.Region;
import dev.backplane.drivers.capi.psl.AttachedContext;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/** A context of an AFU: opened, started at most once, closed. Safe for use by several threads. */
public final class Context {
  private enum State {
    OPENED,
    STARTED,
    CLOSED
  }

  private final AfuSlice slice;
  private final int process;
  private final boolean master;
  private final ContextEvents events;
  private final KnownMemory known = new KnownMemory();
  private State state = State.OPENED;
  private int interrupts;
  private boolean letGo = true;

  Context(AfuSlice slice, int process, boolean master) {
    this.slice = slice;
    this.process = process;
    this.master = master;
    events = new ContextEvents(process);
  }

  /** {@return its process element} */
  public int process() {
    return process;
  }

  /** {@return its AFU} */
  public AfuSlice slice() {
    return slice;
  }

  ContextEvents events() {
    return events;
  }

  /** Starts it. */
  public synchronized void start(StartWork work) {
    if (state != State.OPENED) {
      throw BackplaneException.because(
              ErrorCode.IN_USE, "context %d was started before".formatted(process))
          .during("start work")
          .on(slice.name())
          .remedy("Open the device again: each context is started once")
          .build();
    }
    int wanted = work.interrupts().orElse(slice.leastInterrupts());
    if (wanted < slice.leastInterrupts() || wanted > slice.mostInterrupts()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d interrupts are not %d to %d"
                  .formatted(wanted, slice.leastInterrupts(), slice.mostInterrupts()))
          .during("start work")
          .on(slice.name())
          .build();
    }
    long self = ProcessHandle.current().pid();
    slice.budget().take(wanted);
    try {
      slice.attach(
          this,
          new AttachedContext(
              process,
              work.descriptor(),
              work.authorityMask().orElse(0),
              work.process().orElse(self),
              known,
              wanted,
              events));
    } catch (RuntimeException | Error e) {
      slice.budget().giveBack(wanted);
      throw e;
    }
    interrupts = wanted;
    state = State.STARTED;
  }

  /** {@return where the registers that it may use begin} */
  public long registerOffset() {
    return slice.registerOffset(process, master);
  }

  /** {@return how many bytes of registers it may use; 0 if there are none} */
  public long registerBytes() {
    return slice.registerBytes(master);
  }

  /** Makes memory known. */
  public void tell(MemorySegment memory) {
    known.add(new Region(memory.address(), memory));
  }

  /** Waits for an event. */
  public Optional<CoherentEvent> next(Duration timeout) {
    return events.next(timeout);
  }

  /** Waits for an event, as bytes. */
  public int read(MemorySegment target, Duration timeout) {
    return events.read(target, timeout);
  }

  /**
   * Detaches the process: no command of the AFU reaches its memory after that.
   *
   * @return whether that is so; false if the AFU does not return
   */
  public synchronized boolean detach() {
    if (state == State.STARTED) {
      letGo = slice.detach(process);
      slice.budget().giveBack(interrupts);
    }
    if (state != State.CLOSED) {
      state = State.CLOSED;
      events.close();
    }
    return letGo;
  }
}
