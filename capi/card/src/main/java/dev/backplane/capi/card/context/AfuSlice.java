package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.psl.AttachedContext;
import dev.backplane.capi.card.psl.Dsisr;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.capi.card.psl.SoftPsl;
import dev.backplane.rtl.cardkit.Circuit;
import dev.backplane.rtl.cardkit.PoweredAccelerator;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An AFU on its card, with the contexts that are open. It works while contexts are attached;
 * whoever accesses a register has the turn before it.
 *
 * <p>Safe for use by several threads.
 */
public final class AfuSlice implements AutoCloseable {
  private final String name;
  private final CapiAfu afu;
  private final AfuDescriptor descriptor;
  private final InterruptBudget budget;
  private final SoftPsl psl;
  private final PoweredAccelerator power;
  private final ContextTable contexts;

  /** By process element, in turn. */
  private final Map<Integer, Attached> attached = new HashMap<>();

  private volatile int interrupts;
  private volatile PrefaultMode prefault = PrefaultMode.NONE;

  /** A context, and what the PSL has of it. */
  private record Attached(Context owner, AttachedContext context) {}

  AfuSlice(
      String name,
      CapiAfu afu,
      @Nullable ProgrammingModel mode,
      Dsisr dsisr,
      Faults faults,
      InterruptBudget budget,
      Duration patience) {
    this.name = name;
    this.afu = afu;
    this.budget = budget;
    descriptor = afu.descriptor();
    descriptor.checkRegisters(afu.registerBytes());
    contexts = new ContextTable(this, descriptor.processes(), mode);
    interrupts = budget.most();
    psl = new SoftPsl(afu, dsisr, faults);
    try {
      psl.reset();
      power = new PoweredAccelerator(name, name, new Work(), patience, this::tellFault);
    } catch (RuntimeException | Error e) {
      psl.close();
      throw e;
    }
  }

  /** The AFU and its PSL, as their power sees them. */
  private final class Work implements Circuit {
    @Override
    public Progress advance() {
      if (attached.isEmpty() || !psl.isRunning()) {
        return Progress.IDLE;
      }
      boolean more = psl.advance();
      tellEnding();
      return more ? Progress.MORE : Progress.WATCHING;
    }

    @Override
    public void reset() {
      psl.reset();
    }

    @Override
    public RuntimeException faultOf(Throwable thrown) {
      return new IllegalStateException("the AFU failed: " + thrown, thrown);
    }

    @Override
    public void close() {
      // The holds on memory end with the thread: nobody uses them any more.
      attached.values().forEach(each -> each.context.memory().close());
      attached.clear();
      try (psl) {
        afu.close();
      }
    }
  }

  /** {@return its name, such as {@code afu0.0}} */
  public String name() {
    return name;
  }

  /** {@return what it says of itself} */
  public AfuDescriptor descriptor() {
    return descriptor;
  }

  /** {@return its contexts} */
  public ContextTable contexts() {
    return contexts;
  }

  private boolean isDedicated() {
    return contexts.mode().orElse(null) == ProgrammingModel.DEDICATED;
  }

  /** {@return the thread that copies for it} */
  public Thread thread() {
    return power.thread();
  }

  boolean wakesThreads() {
    return psl.isPsl9();
  }

  InterruptBudget budget() {
    return budget;
  }

  /** {@return how many interrupts a context needs} */
  public int leastInterrupts() {
    return descriptor.interrupts();
  }

  /** {@return how many interrupts a context can have} */
  public int mostInterrupts() {
    return interrupts;
  }

  /** Limits how many interrupts a context can have. */
  public void limitInterrupts(int most) {
    if (most < leastInterrupts() || most > budget.most()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d interrupts are not %d to %d".formatted(most, leastInterrupts(), budget.most()))
          .during("limit the interrupts of a context")
          .on(name)
          .build();
    }
    interrupts = most;
  }

  /** Brings the AFU back to what it was at power-up, also after it failed. */
  public void reset() {
    contexts.whileClosed("reset", () -> power.reset(ErrorCode.BUSY));
  }

  /** {@return what is made ready when a context is started} */
  public PrefaultMode prefault() {
    return prefault;
  }

  /** Chooses it. */
  public void prefault(PrefaultMode mode) {
    prefault = mode;
  }

  void attach(Context owner, AttachedContext context) {
    power.use(
        "start work",
        ErrorCode.BUSY,
        () -> {
          psl.attach(context);
          attached.put(context.process(), new Attached(owner, context));
          try {
            begin(context);
          } catch (RuntimeException | Error e) {
            attached.remove(context.process());
            psl.detach(context.process(), false);
            throw e;
          } finally {
            tellEnding();
          }
          power.wake();
          return 0;
        });
  }

  private void begin(AttachedContext context) {
    if (isDedicated()) {
      psl.reset();
      psl.start(context.workElementDescriptor());
    } else {
      if (!psl.isRunning()) {
        psl.reset();
        psl.start(0);
      }
      afu.add(context.process());
    }
  }

  /**
   * Ends a context: the thread of the AFU takes it away, with all its commands and the hold on its
   * memory. Waits for that, as long as an access may take.
   *
   * @return completes when nothing of it is left
   */
  CompletionStage<Void> detach(int process) {
    return power.handOver(() -> end(process));
  }

  /** An AFU that failed gets no context before it is reset, which takes the rest. */
  private void end(int process) {
    Attached gone = attached.remove(process);
    if (gone == null) {
      return;
    }
    boolean works = power.fault().isEmpty();
    try {
      if (works) {
        terminate(process);
      }
    } catch (RuntimeException | Error e) {
      works = false;
      throw e;
    } finally {
      try {
        psl.detach(process, works);
      } finally {
        gone.context.memory().close();
      }
    }
    tellEnding();
  }

  private void terminate(int process) {
    if (isDedicated()) {
      psl.reset();
    } else {
      afu.terminate(process);
    }
  }

  /** Stops it as a fault of its own does. */
  public void fault(String reason) {
    power.fault(new IllegalStateException(reason));
  }

  /** {@return why it is stopped until a reset, if it is} */
  public Optional<String> failure() {
    return power.fault().map(Throwable::getMessage);
  }

  /** Tells the holders of contexts that the AFU has stopped. */
  private void tellFault(RuntimeException fault) {
    String reason = String.valueOf(fault.getMessage());
    attached.values().forEach(each -> each.owner.events().lose(reason));
  }

  /** Tells the holders of contexts that the AFU has ended its job with an error, in any call. */
  private void tellEnding() {
    long error = psl.takeEnding().orElse(0);
    if (error != 0) {
      attached.values().forEach(each -> each.owner.events().failed(error));
    }
  }

  /**
   * Reads a register, from the begin of all registers. A read wakes nobody: an AFU that has nothing
   * to do finds out after its pause what the read changed.
   */
  public long read(long offset, int bytes) {
    return power.register(
        offset,
        () -> {
          try {
            return afu.read(offset, bytes);
          } finally {
            tellEnding();
          }
        });
  }

  /** Writes a register. An event that this causes comes before the answer. */
  public void write(long offset, int bytes, long value) {
    power.register(
        offset,
        () -> {
          try {
            afu.write(offset, bytes, value);
          } finally {
            tellEnding();
          }
          power.wake();
          return 0;
        });
  }

  /** {@return a part of its error buffer} Read also after it failed, as long as it answers. */
  public byte[] errorBuffer(long offset, int bytes) {
    return power.look("read the error buffer", () -> afu.errorBuffer(offset, bytes));
  }

  long registerOffset(int process, boolean master) {
    return master || descriptor.areaLength() == 0
        ? 0
        : descriptor.areaOffset() + descriptor.areaLength() * process;
  }

  /** {@return how many bytes of registers a context may use} */
  public long registerBytes(boolean master) {
    if (!descriptor.problemState()) {
      return 0;
    }
    return master || descriptor.areaLength() == 0 ? afu.registerBytes() : descriptor.areaLength();
  }

  /** Takes the card's power. */
  @Override
  public void close() {
    power.close();
  }
}
