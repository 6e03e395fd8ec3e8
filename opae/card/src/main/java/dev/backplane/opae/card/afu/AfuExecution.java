package dev.backplane.opae.card.afu;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.opae.card.AfuFault;
import dev.backplane.rtl.cardkit.PoweredAccelerator;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The accelerator of a card's port under power, by its registers. What is in the slot is replaced
 * while it has power. Safe for use by several threads.
 */
public final class AfuExecution implements AutoCloseable {
  /** The interrupts of a card. */
  public static final int INTERRUPTS = 4;

  private final String card;
  private final IoSpace space;
  private final AfuListener listener;
  private final LongAdder accesses = new LongAdder();
  private final LongAdder steps = new LongAdder();
  private final PoweredAccelerator power;

  /** Written in turn. */
  private volatile LoadedAfu loaded;

  /**
   * An accelerator after its reset.
   *
   * @param name the name of the card
   * @param program what is to be executed
   * @param space the memory that it reaches
   * @param listener is told of interrupts and faults
   * @param patience how long an access waits for its turn
   * @throws BackplaneException {@link ErrorCode#RECONFIGURATION_FAILED} if it does not start
   */
  public AfuExecution(
      String name, AfuProgram program, IoSpace space, AfuListener listener, Duration patience) {
    card = "card " + name;
    this.space = space;
    this.listener = listener;
    loaded = load(card, program, space, listener, steps);
    power =
        new PoweredAccelerator(
            card,
            name + "/accelerator",
            loaded,
            patience,
            fault -> listener.failed((AfuFault) fault));
  }

  /**
   * Tries an accelerator out.
   *
   * @param name the name of the card
   * @param program what is to be executed
   * @throws BackplaneException as of the constructor
   */
  public static void check(String name, AfuProgram program) {
    AfuListener nobody =
        new AfuListener() {
          @Override
          public void interrupted(int vector) {}

          @Override
          public void failed(AfuFault fault) {}
        };
    load("card " + name, program, new IoSpace(), nobody, new LongAdder()).close();
  }

  private static LoadedAfu load(
      String card, AfuProgram program, IoSpace space, AfuListener listener, LongAdder steps) {
    try {
      return new LoadedAfu(program, space, listener, steps);
    } catch (RuntimeException | Error e) {
      AfuFault why = AfuFaults.of(e);
      throw BackplaneException.because(
              ErrorCode.RECONFIGURATION_FAILED,
              "the accelerator '%s' did not start: %s".formatted(program.name(), why.getMessage()))
          .during("load")
          .on(card)
          .remedy("Load an image whose accelerator starts; the one before is still there")
          .causedBy(why)
          .build();
    }
  }

  /** {@return a register} */
  public long read(long offset, int bytes) {
    return power.register(
        offset,
        () -> {
          accesses.increment();
          long value = loaded.read(offset, bytes);
          if (loaded.isClocked()) {
            power.wake();
          }
          return value;
        });
  }

  /** Writes a register. */
  public void write(long offset, int bytes, long value) {
    power.register(
        offset,
        () -> {
          accesses.increment();
          loaded.write(offset, bytes, value);
          power.wake();
          return value;
        });
  }

  /** Writes 64 bytes of registers, given as 8 little-endian words. */
  public void writeLine(long offset, long[] words) {
    power.register(
        offset,
        () -> {
          accesses.increment();
          loaded.writeLine(offset, words);
          power.wake();
          return offset;
        });
  }

  /** Does some accesses without others between them. */
  public void together(long offset, Runnable several) {
    power.register(
        offset,
        () -> {
          several.run();
          return offset;
        });
  }

  /**
   * Resets the accelerator, and clears its fault.
   *
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if it does not start again
   */
  public void reset() {
    power.reset(ErrorCode.TIMEOUT);
  }

  /** Stops the accelerator as a fault of its own does. */
  public void fault(String reason) {
    power.fault(new AfuFault(AfuFault.Kind.FAILED, reason));
  }

  /**
   * Puts another accelerator in its place.
   *
   * @throws BackplaneException {@link ErrorCode#RECONFIGURATION_FAILED} if it does not start; then
   *     the one before goes on
   */
  public void replace(AfuProgram program) {
    power.replace(
        () -> {
          LoadedAfu next = load(card, program, space, listener, steps);
          loaded = next;
          return next;
        });
  }

  /** Returns when no access to memory goes on that began before. */
  public void settle() {
    power.look("wait for accesses to memory", () -> true);
  }

  /** {@return its fault, if it stands} */
  public Optional<String> fault() {
    return power.fault().map(Throwable::getMessage);
  }

  /** {@return how many accesses there were to its registers} */
  public long accesses() {
    return accesses.sum();
  }

  /** {@return how often it went on by itself} */
  public long steps() {
    return steps.sum();
  }

  /** {@return whether it has something to do} */
  public boolean isBusy() {
    return power.isBusy();
  }

  /** Ends the accelerator and its thread. */
  @Override
  public void close() {
    power.close();
  }
}
