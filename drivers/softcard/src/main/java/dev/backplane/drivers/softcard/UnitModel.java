package dev.backplane.drivers.softcard;

import dev.backplane.api.Diagnosis.PortActivity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What executes on a compute unit: RTL in an engine, or Java. Made, used and closed by the unit's
 * thread.
 */
interface UnitModel extends AutoCloseable {
  /** Makes the model of a unit at power-up. */
  @FunctionalInterface
  interface Maker {
    /** Makes a model; called by the unit's thread. */
    UnitModel make(CardImage.KernelPlan kernel, UnitMemory memory, CardConfig config);

    /** {@return whether executions are so short that they need no thread of their own} */
    default boolean isShort() {
      return false;
    }
  }

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
   * @param run what to execute, with the bits for each argument's register
   * @param supervisor asked while executing
   * @return clock cycles; -1 if none were counted
   */
  long execute(CardRun run, Supervisor supervisor);

  /** {@return the 32-bit register at an offset of the unit's register map} */
  int read(long offset);

  /** Writes a 32-bit register. */
  void write(long offset, int value);

  /**
   * {@return whether a write to its registers has started it, so that {@link #executeStarted} is
   * due; RTL, which moves on with every access, never says so}
   */
  default boolean isStarted() {
    return false;
  }

  /** Executes what was started through registers; otherwise like {@link #execute}. */
  default long executeStarted(Supervisor supervisor) {
    throw new IllegalStateException("nothing was started");
  }

  /**
   * {@return what went through its memory ports in the last execution}
   *
   * @param unit what to call it
   * @param cycles what the execution took
   */
  default List<PortActivity> activity(String unit, long cycles) {
    return List.of();
  }

  /** {@return what made the model unusable, if anything did} */
  default @Nullable Throwable fault() {
    return null;
  }

  /** {@return whether the thread shall be interrupted when the execution is to stop} */
  default boolean heedsInterrupts() {
    return false;
  }

  @Override
  void close();
}
