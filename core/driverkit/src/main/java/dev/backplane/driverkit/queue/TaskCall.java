package dev.backplane.driverkit.queue;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A call of a kernel that knows tasks alone, numbers and buffers: what is set is kept by the
 * driver. That it fits its argument was checked by the manager. Used by one thread at a time.
 */
public abstract class TaskCall implements Call {
  /** So many executions are remembered before it is looked which have ended. */
  private static final int SWEEP = 32;

  private final String kernel;
  private final List<Argument> arguments;
  private final boolean[] isSet;
  private int missing;

  /** Executions without a run that may be in flight. Guarded by itself. */
  private final List<QueuedCommand> enqueued = new ArrayList<>(0);

  /**
   * A call, no argument set.
   *
   * @param kernel the kernel's name
   * @param arguments what it takes, in order
   */
  protected TaskCall(String kernel, List<Argument> arguments) {
    this.kernel = kernel;
    this.arguments = List.copyOf(arguments);
    isSet = new boolean[arguments.size()];
    missing = isSet.length;
  }

  // What a driver does.

  /**
   * Keeps a number.
   *
   * @param argument for which argument
   * @param bits the number, in the low bytes
   */
  protected abstract void put(Argument argument, long bits);

  /**
   * Keeps a buffer, which is in one of the argument's banks.
   *
   * @param argument for which argument
   * @param buffer one that the driver made for this device
   */
  protected abstract void put(Argument argument, Buffer buffer);

  /**
   * Checks that values can be set.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} while its own run is in flight; {@link
   *     ErrorCode#CLOSED}
   */
  protected abstract void checkSettable();

  // What the API says.

  @Override
  public final String name() {
    return kernel;
  }

  @Override
  public final List<Argument> arguments() {
    return arguments;
  }

  /** {@return the argument that is to be set} */
  private Argument settable(int index) {
    checkSettable();
    return arguments.get(index);
  }

  private Call done(Argument argument) {
    if (!isSet[argument.index()]) {
      isSet[argument.index()] = true;
      missing--;
    }
    return this;
  }

  /**
   * Sets all arguments; it is closed if they are refused.
   *
   * @param values one per argument, in order
   * @return this
   */
  public final Call setAll(Object... values) {
    boolean all = false;
    try {
      for (int i = 0; i < values.length; i++) {
        set(i, values[i]);
      }
      all = true;
      return this;
    } finally {
      if (!all) {
        close();
      }
    }
  }

  @Override
  public final Call set(int index, Object value) {
    if (value instanceof Buffer buffer) {
      return set(index, buffer);
    }
    Argument argument = settable(index);
    put(argument, argument.bits(value));
    return done(argument);
  }

  @Override
  public final Call set(int index, int value) {
    return set(index, (long) value);
  }

  @Override
  public final Call set(int index, long value) {
    Argument argument = settable(index);
    put(argument, argument.bits(value));
    return done(argument);
  }

  @Override
  public final Call set(int index, float value) {
    return set(index, (Object) value);
  }

  @Override
  public final Call set(int index, double value) {
    return set(index, (Object) value);
  }

  @Override
  public final Call set(int index, Buffer value) {
    Argument argument = settable(index);
    put(argument, value);
    return done(argument);
  }

  @Override
  public final Call setLocal(int index, long bytes) {
    throw BackplaneException.because(ErrorCode.WRONG_ARGUMENT_TYPE, "takes no local memory")
        .during("set")
        .on("argument " + settable(index))
        .remedy("Pass a buffer or a number")
        .build();
  }

  @Override
  public final Call setBytes(int index, MemorySegment value) {
    Argument argument = settable(index);
    long bits = 0;
    for (int i = 0; i < argument.size(); i++) {
      bits |= (value.get(ValueLayout.JAVA_BYTE, i) & 0xffL) << (i * Byte.SIZE);
    }
    put(argument, bits);
    return done(argument);
  }

  @Override
  public final Call range(long x) {
    return range(x, 1, 1);
  }

  @Override
  public final Call range(long x, long y) {
    return range(x, y, 1);
  }

  @Override
  public final Call range(long x, long y, long z) {
    return one(x, y, z, "a range of " + x + " x " + y + " x " + z + " work items", 1);
  }

  @Override
  public final Call group(long x) {
    return group(x, 1, 1);
  }

  @Override
  public final Call group(long x, long y) {
    return group(x, y, 1);
  }

  @Override
  public final Call group(long x, long y, long z) {
    return one(x, y, z, "a group of " + x + " x " + y + " x " + z + " work items", 0);
  }

  private Call one(long x, long y, long z, String what, long least) {
    if (Math.min(x, Math.min(y, z)) < least || Math.max(x, Math.max(y, z)) > 1) {
      throw wrongSize(what + ", but it executes as a task, which is one work item");
    }
    return this;
  }

  @Override
  public final Call offset(long x, long y, long z) {
    if (x != 0 || y != 0 || z != 0) {
      throw wrongSize("an offset, but it executes as a task, whose only work item has the id 0");
    }
    return this;
  }

  private BackplaneException wrongSize(String what) {
    return BackplaneException.because(ErrorCode.WRONG_WORK_SIZE, "it was given " + what)
        .on(toString())
        .remedy("Leave it out, and pass the amount of work as an argument")
        .build();
  }

  @Override
  public final long largestGroup() {
    return 1;
  }

  /**
   * Checks that all arguments are set.
   *
   * @param operation what for
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} naming the first that is not
   */
  public final void checkComplete(String operation) {
    if (missing > 0) {
      int first = 0;
      while (isSet[first]) {
        first++;
      }
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + arguments().get(first) + " was not set")
          .during(operation)
          .on(toString())
          .remedy("Set all arguments first")
          .build();
    }
  }

  /** An execution without a run was put into a queue. */
  final void enqueued(QueuedCommand command) {
    synchronized (enqueued) {
      if (enqueued.size() >= SWEEP) {
        enqueued.removeIf(QueuedCommand::look);
      }
      if (!command.isEnded()) {
        enqueued.add(command);
      }
    }
  }

  /**
   * Checks that no execution without a run is in flight.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE}
   */
  protected final void checkNoneEnqueued() {
    synchronized (enqueued) {
      enqueued.removeIf(QueuedCommand::look);
      if (!enqueued.isEmpty()) {
        throw BackplaneException.because(
                ErrorCode.IN_USE, enqueued.size() + " enqueued executions are in flight")
            .during("close")
            .on(toString())
            .remedy("Finish the queue first")
            .build();
      }
    }
  }

  @Override
  public String toString() {
    return "call of kernel " + name();
  }
}
