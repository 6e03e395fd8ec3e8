package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.Readiness;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.card.memory.AtomicAgent;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.capi.card.psl.AttachedContext;
import dev.backplane.ffi.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  private volatile State state = State.OPENED;
  private volatile @Nullable String revoked;
  private @Nullable AtomicAgent agent;
  private int interrupts;
  private volatile int hostThread;
  private CompletionStage<Void> left = CompletableFuture.completedStage(null);

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
    if (revoked != null) {
      throw gone("start work");
    }
    if (state != State.OPENED) {
      throw BackplaneException.because(
              ErrorCode.CONTEXT_STARTED, "context %d was started before".formatted(process))
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
    if (work.hostThread() && !slice.wakesThreads()) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE, "a PSL8 wakes no threads of the host")
          .during("start work")
          .on(slice.name())
          .remedy("Start it without a thread, or use a card with a PSL9")
          .build();
    }
    AddressSpace memory = Reach.of(work, slice.name());
    events.bell(work.bell());
    boolean counted = false;
    try {
      slice.contexts().starting(this);
      slice.budget().take(wanted);
      counted = true;
      slice.attach(
          this,
          new AttachedContext(
              process,
              work.descriptor(),
              work.authorityMask().orElse(0),
              memory,
              known,
              wanted,
              events,
              agent(work, memory)));
    } catch (RuntimeException | Error e) {
      memory.close();
      if (agent != null) {
        agent.letGo();
        agent = null;
      }
      if (counted) {
        slice.budget().giveBack(wanted);
      }
      slice.contexts().stopped(this);
      if (e instanceof BackplaneException refusal) {
        throw lostOr(refusal, "start work");
      }
      throw e;
    }
    interrupts = wanted;
    // Numbers of threads begin with 1.
    hostThread = work.hostThread() ? process + 1 : 0;
    state = State.STARTED;
  }

  private Supplier<Optional<AtomicAgent>> agent(StartWork work, AddressSpace memory) {
    if (work.agent() == null) {
      return memory.equals(AddressSpace.OWN) ? OwnAgent::get : Optional::empty;
    }
    AtomicAgent made = AtomicAgent.of(work.agent());
    agent = made;
    return () -> Optional.of(made);
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

  /** {@return the number of the thread that the AFU may wake; 0 if there is none} */
  public int hostThread() {
    return hostThread;
  }

  /** Waits until the AFU wakes the thread. */
  public boolean awaitWake(Duration timeout) {
    if (hostThread == 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "work was started without a thread to be woken")
          .during("wait for an AFU")
          .on(slice.name())
          .remedy("Start it with StartWork.withHostThread")
          .build();
    }
    return events.awaitWake(timeout);
  }

  /** {@return what a read of events would do} */
  public Readiness readiness() {
    return events.readiness();
  }

  /** {@return a stage that completes when a read of events would not wait} */
  public CompletionStage<Void> ready() {
    return events.ready();
  }

  /** {@return the file descriptor that is readable while a read of events would not wait} */
  public int descriptor() {
    return events.descriptor(slice.name());
  }

  /** Reads a register of the AFU, from the begin of all. */
  public long read(long offset, int bytes) {
    checkMapped("read a register");
    try {
      return slice.read(offset, bytes);
    } catch (BackplaneException e) {
      throw lostOr(e, "read a register");
    }
  }

  /** Writes a register of the AFU. */
  public void write(long offset, int bytes, long value) {
    checkMapped("write a register");
    try {
      slice.write(offset, bytes, value);
    } catch (BackplaneException e) {
      throw lostOr(e, "write a register");
    }
  }

  /** The reason of a refusal: the card was lost meanwhile, or the one that the AFU gives. */
  private BackplaneException lostOr(BackplaneException refusal, String operation) {
    return revoked == null ? refusal : gone(operation);
  }

  private void checkMapped(String operation) {
    // Who revokes it says why before it ends; so what is read is in the other order.
    State now = state;
    if (revoked != null) {
      throw gone(operation);
    }
    if (now != State.STARTED) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the context is not attached")
          .during(operation)
          .on(slice.name())
          .build();
    }
  }

  private BackplaneException gone(String operation) {
    return BackplaneException.because(ErrorCode.DEVICE_FAULTED, String.valueOf(revoked))
        .during(operation)
        .on(slice.name())
        .remedy("Close the context; open another one when the card is back")
        .build();
  }

  /** Tells its holder that its card's AFU does not work any more; then the card ends it. */
  void lose(String reason) {
    revoked = reason;
    events.lose(reason);
  }

  /** Takes it from the AFU; the holder may read yet what happened before. */
  synchronized void end() {
    if (state == State.STARTED) {
      left = slice.detach(process);
      slice.budget().giveBack(interrupts);
      slice.contexts().stopped(this);
    }
    if (agent != null) {
      agent.close();
    }
    state = State.CLOSED;
  }

  /** Detaches the process: no command of the AFU reaches its memory after that. */
  public void detach() {
    end();
    events.close();
  }

  /** Detaches the process, and gives the context back. */
  public void close() {
    detach();
    slice.contexts().close(this, left());
  }

  /** An AFU may use it yet, and is late or does not return: then nobody else gets its number. */
  private synchronized CompletionStage<Void> left() {
    return left;
  }
}
