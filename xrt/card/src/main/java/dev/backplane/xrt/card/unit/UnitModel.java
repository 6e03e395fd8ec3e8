package dev.backplane.xrt.card.unit;

import dev.backplane.api.Diagnosis.PortActivity;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The model that executes kernels on a compute unit: RTL in an engine, or Java. Created, used and
 * closed by the unit's thread.
 */
public interface UnitModel extends AutoCloseable {
  /** The other side of an execution, asked by the model every now and then. */
  interface Supervisor {
    /** {@return whether the execution shall stop} */
    boolean cancelled();

    /** {@return whether register accesses wait to be served} */
    boolean registersWait();

    /** Serves register accesses that came meanwhile, through the model that calls this. */
    void serveRegisters();
  }

  /**
   * Executes the kernel once. Returns if it ended well and throws otherwise; where the supervisor
   * said that it shall stop, whatever is thrown counts as that.
   *
   * @param arguments what to write into the registers
   * @param supervisor asked while executing
   * @return clock cycles; -1 if none were counted
   */
  long execute(RunArguments arguments, Supervisor supervisor);

  /** {@return the 32-bit register at an offset of the unit's register map} */
  int read(long offset);

  /** Writes a 32-bit register. */
  void write(long offset, int value);

  /**
   * {@return whether a write to its registers has started it and it has not ended, so that {@link
   * #executeStarted} is due}
   */
  default boolean isStarted() {
    return false;
  }

  /**
   * {@return whether it goes on with what was started while its registers are accessed, so that
   * nobody else has to see to it for as long as they are}
   */
  default boolean isMovedByAccesses() {
    return false;
  }

  /**
   * Goes on with what was started through registers; otherwise like {@link #execute}. If {@link
   * #isStarted} still holds after it, register accesses wait, or there is nothing to do until one
   * comes.
   */
  default void executeStarted(Supervisor supervisor) {
    throw new IllegalStateException("nothing was started");
  }

  /** {@return clock cycles of the last execution that was started so; -1 if none were counted} */
  default long startedCycles() {
    return -1;
  }

  /**
   * {@return whether its interrupt was raised since this was asked last, by what its registers
   * started}
   */
  default boolean takeInterrupt() {
    return false;
  }

  /** {@return whether it does something by itself as long as time passes} */
  default boolean isClocked() {
    return false;
  }

  /** Lets some time pass. */
  default void advance() {}

  /**
   * {@return what went through its memory ports in the last execution}
   *
   * @param unit what to call it
   * @param cycles what the execution took
   */
  default List<PortActivity> activity(String unit, long cycles) {
    return List.of();
  }

  /**
   * Looks at a register while an execution is under way. Unlike all else, any thread may ask.
   *
   * @param offset in the unit's register map
   * @return what it reads, which tells of nothing that ended; empty if only its thread can say
   */
  default OptionalInt glance(long offset) {
    return OptionalInt.empty();
  }

  /** {@return what made the model unusable, if anything did} */
  default @Nullable Throwable fault() {
    return null;
  }

  /** {@return whether the thread shall be interrupted when the execution is to stop} */
  default boolean isInterruptible() {
    return false;
  }

  @Override
  void close();
}
