package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageObject;
import dev.backplane.api.Run;
import dev.backplane.api.Sampler;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that holds the memory bound to it. Setting, starting and enqueueing make nothing. What was
 * replaced while an enqueued execution may still use it is held until the queue is known to be past
 * that.
 */
class ManagedCall extends CheckedCall {
  /** The number of replaced buffers from which on a look tells which of them are no longer used. */
  private static final int MANY = 16;

  private final OwnedHandle<Call> handle;
  private final Lifetime program;
  private final String name;
  private final KernelArguments arguments;

  /**
   * The memory that is bound, by argument; null for other arguments. An array of a final class:
   * stores into one of an interface are checked at length.
   */
  private final @Nullable ManagedBuffer[] bound;

  /** The bank whose buffers an argument is known to take. */
  private final @Nullable Bank[] accepted;

  /** The buffers bound before, of which enqueued executions may not have ended. */
  private final List<ManagedBuffer> replaced = new ArrayList<>(0);

  /** The queues into which it was put. */
  private ManagedQueue[] queues = {};

  /** The count of each queue when it was enqueued there last. */
  private int[] rounds = {};

  private volatile @Nullable ManagedRun own;

  /** Takes over a driver's call of a kernel that lives as long as the device. */
  static ManagedCall adopt(Checked from, String operation, Call made) {
    OwnedHandle<Call> handle = from.device.adopt(from.origin, operation, "call", made);
    String name = handle.origin().ask("make call", made::name);
    List<Argument> arguments = handle.origin().ask("make call", made::arguments);
    return from.device
        .forms()
        .call(
            handle,
            from.device.origin().lifetime(),
            name,
            ManagedKernel.of(handle.origin(), name, arguments));
  }

  ManagedCall(OwnedHandle<Call> handle, Lifetime program, String name, KernelArguments arguments) {
    super(handle);
    this.handle = handle;
    this.program = program;
    this.name = name;
    this.arguments = arguments;
    bound = new ManagedBuffer[arguments.count()];
    accepted = new Bank[arguments.count()];
    device.runs().add(this);
  }

  /** Notes what it was made with, whose uses have begun. */
  void bind(Object[] values, Arguments used) {
    for (int i = 0; i < values.length; i++) {
      bound[i] = values[i] instanceof ManagedBuffer memory ? memory : null;
    }
    used.keep();
  }

  /** {@return the run of what {@link #start} began, null if nothing} */
  @Nullable ManagedRun ownRun() {
    return own;
  }

  /** {@return whether the image of its kernel is there} */
  boolean isUsable() {
    return !program.isOver();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Argument> arguments() {
    return arguments.list();
  }

  @Override
  public Call set(int argument, Object value) {
    switch (value) {
      case Buffer buffer -> {
        return set(argument, buffer);
      }
      case ImageObject image -> {
        return set(argument, image);
      }
      case Sampler sampler -> {
        return set(argument, sampler);
      }
      case null, default -> {}
    }
    lifetime.check("set");
    enter("set");
    try {
      arguments.check("set", argument, value);
      target.set(argument, value);
      replace(argument, null);
    } catch (Throwable e) {
      throw origin.failed("set", e);
    } finally {
      leave();
    }
    return this;
  }

  @Override
  void checkSet(int argument, int value) {
    arguments.check("set", argument, value);
  }

  @Override
  void checkSet(int argument, long value) {
    arguments.check("set", argument, value);
  }

  @Override
  void checkSet(int argument, float value) {
    if (!arguments.fits(argument, value)) {
      arguments.check("set", argument, Float.valueOf(value));
    }
  }

  @Override
  void checkSet(int argument, double value) {
    if (!arguments.fits(argument, value)) {
      arguments.check("set", argument, Double.valueOf(value));
    }
  }

  @Override
  void checkSet(int argument, ImageObject value) {
    arguments.check("set", argument, value);
  }

  @Override
  void checkSet(int argument, Sampler value) {
    arguments.check("set", argument, value);
  }

  @Override
  void checkSetLocal(int argument, long bytes) {
    arguments.checkTakesLocal("set local", argument);
  }

  @Override
  void checkSetBytes(int argument, MemorySegment value) {
    arguments.get("set bytes", argument).checkBytes(value.byteSize());
  }

  @Override
  public Call set(int argument, Buffer value) {
    lifetime.check("set");
    if (!(value instanceof ManagedBuffer memory) || !isWith(memory)) {
      throw foreign(argument);
    }
    enter("set");
    boolean begun = false;
    try {
      if (argument < 0 || argument >= bound.length) {
        // Refuses it.
        var _ = arguments.get("set", argument);
      }
      if (bound[argument] != memory) {
        memory.beginUse("set");
        begun = true;
        checkBank(argument, memory);
      }
      target.set(argument, memory.target);
      begun = false;
      replace(argument, memory);
    } catch (Throwable e) {
      throw origin.failed("set", e);
    } finally {
      if (begun) {
        memory.endUse();
      }
      leave();
    }
    return this;
  }

  @SuppressWarnings("ReferenceEquality") // One that is equal is only checked again.
  private void checkBank(int argument, ManagedBuffer memory) {
    if (accepted[argument] != memory.bank) {
      arguments.check("set", argument, memory);
      accepted[argument] = memory.bank;
    }
  }

  /** Notes what an argument has now. */
  private void replace(int argument, @Nullable ManagedBuffer memory) {
    ManagedBuffer before = bound[argument];
    bound[argument] = memory;
    if (before != null && before != memory) {
      letGo(before);
    }
  }

  private void letGo(ManagedBuffer before) {
    if (queues.length > 0) {
      synchronized (replaced) {
        if (!replaced.contains(before)) {
          replaced.add(before);
          if (replaced.size() % MANY == 0) {
            settle();
          }
          return;
        }
      }
    }
    before.endUse();
  }

  /** Lets go of what was replaced, if no execution that was enqueued can use it any more. */
  void settle() {
    synchronized (replaced) {
      if (!replaced.isEmpty() && !isEnqueued()) {
        replaced.forEach(ManagedBuffer::endUse);
        replaced.clear();
      }
    }
  }

  private BackplaneException foreign(int argument) {
    return origin
        .error(
            ErrorCode.INVALID_ARGUMENT,
            "the memory for argument " + argument + " was not made from this device")
        .during("set")
        .remedy("Make it from the device whose kernel this is")
        .build();
  }

  /**
   * Begins to use it for an execution; ends with {@link #leave}. It is not used after its image.
   */
  void begin(String operation) {
    lifetime.check(operation);
    program.check(operation);
    enter(operation);
  }

  @Override
  public Run start() {
    begin("start");
    try {
      Run started = origin.required("start", target.start());
      ManagedRun run = own;
      if (run == null || run.target != started) {
        run = own(started);
        own = run;
      }
      if (program.isOver()) {
        // The device may have looked for runs before it was started.
        started.cancel();
      }
      return run;
    } catch (Throwable e) {
      throw origin.failed("start " + name, e);
    } finally {
      leave();
    }
  }

  /** Makes the run of what {@link #start} begins. */
  ManagedRun own(Run started) {
    return new ManagedRun(ManagedRun.handle(this, name, started));
  }

  /** Adds the memory that is bound now to the arguments that an execution uses. */
  void useMemory(Arguments used) {
    for (ManagedBuffer memory : bound) {
      if (memory != null) {
        used.use(memory);
      }
    }
  }

  /** Notes that it was put into a queue. */
  void enqueued(ManagedQueue queue, int round) {
    int i = 0;
    while (i < queues.length && queues[i] != queue) {
      i++;
    }
    if (i == queues.length) {
      addQueue(queue, round);
    } else {
      rounds[i] = round;
    }
  }

  private void addQueue(ManagedQueue queue, int round) {
    // Who closes memory looks at them too.
    synchronized (replaced) {
      int i = 0;
      while (i < queues.length && !queues[i].lifetime.isOver()) {
        i++;
      }
      if (i == queues.length) {
        queues = Arrays.copyOf(queues, i + 1);
        rounds = Arrays.copyOf(rounds, i + 1);
      }
      queues[i] = queue;
      rounds[i] = round;
    }
  }

  private boolean isEnqueued() {
    for (int i = 0; i < queues.length; i++) {
      if (!queues[i].hasEnded(rounds[i])) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    enter("close");
    try {
      if (isEnqueued()) {
        throw origin
            .error(ErrorCode.IN_USE, "an execution that was enqueued may be in flight")
            .during("close " + this)
            .remedy("Wait for the queue with finish, then close the call")
            .build();
      }
      try {
        handle.close();
      } finally {
        if (lifetime.isOver()) {
          letGo();
        }
      }
    } finally {
      leave();
    }
  }

  private void letGo() {
    device.runs().remove(this);
    synchronized (replaced) {
      replaced.forEach(ManagedBuffer::endUse);
      replaced.clear();
    }
    for (ManagedBuffer memory : bound) {
      if (memory != null) {
        memory.endUse();
      }
    }
  }

  /** {@return whether it keeps memory from being closed} */
  boolean uses(UsedMemory memory) {
    synchronized (replaced) {
      return Arrays.asList(bound).contains(memory) || replaced.contains(memory);
    }
  }

  @Override
  public String toString() {
    return "a call of " + name;
  }
}
