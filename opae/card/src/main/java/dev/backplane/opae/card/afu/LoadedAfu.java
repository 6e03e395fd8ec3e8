package dev.backplane.opae.card.afu;

import dev.backplane.opae.card.Afu;
import dev.backplane.opae.card.AfuFault;
import dev.backplane.opae.card.AfuHost;
import dev.backplane.rtl.cardkit.Circuit;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An accelerator in the slot of a card, and what it reaches of its host. Its first fault ends that,
 * also for an accelerator that catches what is thrown: what it reports afterwards would be taken
 * for its result.
 */
final class LoadedAfu implements Circuit, AfuHost {
  private final Afu afu;
  private final boolean clocked;
  private final IoSpace space;
  private final AfuListener listener;
  private final LongAdder steps;
  private volatile @Nullable AfuFault first;

  /**
   * An accelerator after its reset.
   *
   * @param steps counts how often it goes on by itself
   * @throws RuntimeException what it throws, or {@link AfuFault}, if it does not start
   */
  LoadedAfu(AfuProgram program, IoSpace space, AfuListener listener, LongAdder steps) {
    this.space = space;
    this.listener = listener;
    this.steps = steps;
    clocked = program.clocked();
    afu = program.make(space);
    try {
      afu.connect(this);
      reset();
      program.checkIdentity(read(8, Long.BYTES), read(16, Long.BYTES));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** {@return whether it may go on after a read of a register} */
  boolean isClocked() {
    return clocked;
  }

  long read(long offset, int bytes) {
    return sound(() -> afu.read(offset, bytes));
  }

  void write(long offset, int bytes, long value) {
    sound(
        () -> {
          afu.write(offset, bytes, value);
          return value;
        });
  }

  void writeLine(long offset, long[] words) {
    sound(
        () -> {
          afu.writeLine(offset, words);
          return offset;
        });
  }

  @Override
  public Progress advance() {
    steps.increment();
    return sound(() -> afu.advance() ? 1 : 0) == 0 ? Progress.IDLE : Progress.MORE;
  }

  @Override
  public void reset() {
    first = null;
    sound(
        () -> {
          afu.reset();
          return 0;
        });
  }

  /** Calls the accelerator. What it throws is a fault, and so is one that it has caught. */
  private long sound(LongSupplier call) {
    try {
      long result = call.getAsLong();
      requireNone();
      return result;
    } catch (RuntimeException | Error e) {
      throw faultOf(e);
    }
  }

  @Override
  public AfuFault faultOf(Throwable thrown) {
    AfuFault known = first;
    if (known == null) {
      known = AfuFaults.of(thrown);
      first = known;
    }
    return known;
  }

  private void requireNone() {
    AfuFault standing = first;
    if (standing != null) {
      throw standing;
    }
  }

  @Override
  public void read(long ioAddress, MemorySegment target) {
    requireNone();
    try {
      space.read(ioAddress, target);
    } catch (AfuFault found) {
      throw faultOf(found);
    }
  }

  @Override
  public void write(long ioAddress, MemorySegment source) {
    requireNone();
    try {
      space.write(ioAddress, source);
    } catch (AfuFault found) {
      throw faultOf(found);
    }
  }

  @Override
  public void interrupt(int vector) {
    requireNone();
    if (vector < 0 || vector >= AfuExecution.INTERRUPTS) {
      throw faultOf(
          new AfuFault(
              AfuFault.Kind.REQUEST,
              "interrupt %d was raised; a card has 0 to %d"
                  .formatted(vector, AfuExecution.INTERRUPTS - 1)));
    }
    listener.interrupted(vector);
  }

  @Override
  public void close() {
    try {
      afu.close();
    } catch (RuntimeException | Error e) {
      System.getLogger(LoadedAfu.class.getName())
          .log(System.Logger.Level.WARNING, "the accelerator " + afu.guid() + " did not close", e);
    }
  }
}
