package dev.backplane.pi.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Launch;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.Pi;
import dev.backplane.pi.device.KernelPlan.Passing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of its own, whose arguments are set in place: every set and every launch is one call.
 */
final class PiLaunch implements Launch {
  /** Where things lie in the memory that calls point to. */
  private static final long VALUE = 0;

  private static final long EVENT = 8;
  private static final long SCRATCH = 16;

  private final Session session;
  private final Pi pi;
  private final KernelPlan plan;
  private final NativeHandle handle;
  private final Passing[] passing;
  private final boolean[] set;
  private int missing;

  private final MemorySegment scratch = Arena.ofAuto().allocate(SCRATCH, Long.BYTES);
  private final long value = scratch.address() + VALUE;
  private final NdRange range;

  /** Whether values of arguments may be sizes of the range. */
  private final boolean ranged;

  /**
   * A launch.
   *
   * @param kernel a kernel of its own, released with it
   */
  PiLaunch(Session session, long kernel, KernelPlan plan, NdRange range) {
    this.session = session;
    this.plan = plan;
    this.range = range;
    ranged = range.takesSizesFromArguments();
    pi = session.pi;
    handle =
        new NativeHandle(
            "the launch", kernel, () -> session.retire(() -> session.pi.kernelRelease(kernel)));
    passing = plan.codes().toArray(new Passing[0]);
    set = new boolean[passing.length];
    missing = passing.length;
  }

  boolean isOf(Session other) {
    return session == other;
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<Argument> arguments() {
    return plan.arguments();
  }

  @Override
  public Launch set(int argument, int number) {
    switch (passing(argument)) {
      case INT4, OTHER -> {
        scratch.set(ValueLayout.JAVA_INT, VALUE, number);
        call(argument, Integer.BYTES);
        if (ranged) {
          range.argument(argument, number);
        }
      }
      case INT1, INT2, INT8, HALF, FLOAT, DOUBLE, BUFFER, LOCAL -> set(argument, (long) number);
    }
    return this;
  }

  @Override
  public Launch set(int argument, long number) {
    Passing how = passing(argument);
    switch (how) {
      case INT8, OTHER -> scratch.set(ValueLayout.JAVA_LONG, VALUE, number);
      case INT1, INT2, INT4 ->
          scratch.set(ValueLayout.JAVA_LONG, VALUE, plan.arguments().get(argument).encode(number));
      case HALF -> scratch.set(ValueLayout.JAVA_SHORT, VALUE, half(argument, (double) number));
      case FLOAT -> scratch.set(ValueLayout.JAVA_FLOAT, VALUE, (float) number);
      case DOUBLE -> scratch.set(ValueLayout.JAVA_DOUBLE, VALUE, (double) number);
      case BUFFER, LOCAL -> throw wrongType(argument, "a number");
    }
    call(argument, how.bytes());
    if (ranged) {
      range.argument(argument, number);
    }
    return this;
  }

  @Override
  public Launch set(int argument, float number) {
    switch (passing(argument)) {
      case FLOAT, OTHER -> {
        scratch.set(ValueLayout.JAVA_FLOAT, VALUE, number);
        call(argument, Float.BYTES);
      }
      case INT1, INT2, INT4, INT8, HALF, DOUBLE, BUFFER, LOCAL -> set(argument, (double) number);
    }
    return this;
  }

  @Override
  public Launch set(int argument, double number) {
    Passing how = passing(argument);
    switch (how) {
      case HALF -> scratch.set(ValueLayout.JAVA_SHORT, VALUE, half(argument, number));
      case FLOAT -> scratch.set(ValueLayout.JAVA_FLOAT, VALUE, single(argument, number));
      case DOUBLE, OTHER -> scratch.set(ValueLayout.JAVA_DOUBLE, VALUE, number);
      case INT1, INT2, INT4, INT8 -> throw wrongType(argument, "a real number");
      case BUFFER, LOCAL -> throw wrongType(argument, "a number");
    }
    call(argument, how.bytes());
    return this;
  }

  @Override
  public Launch set(int argument, Buffer buffer) {
    Passing how = passing(argument);
    if (how != Passing.BUFFER && how != Passing.OTHER) {
      throw wrongType(argument, "a buffer");
    }
    if (!(buffer instanceof PiBuffer own) || !own.isOf(session)) {
      throw plan.checks().foreign(operation("set argument"), plan.arguments().get(argument));
    }
    long kernel = handle.open("set");
    scratch.set(ValueLayout.JAVA_LONG, VALUE, own.handle().open("set"));
    noted(argument, pi.kernelSetArgMemObj(kernel, argument, 0, value));
    return this;
  }

  @Override
  public Launch set(int argument, UnifiedBuffer memory, long at) {
    Passing how = passing(argument);
    if (how != Passing.BUFFER && how != Passing.OTHER) {
      throw wrongType(argument, "a pointer");
    }
    if (at < 0 || at >= memory.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "offset " + at + " is not inside memory of " + memory.size() + " bytes")
          .during(operation("set argument"))
          .remedy("Point into the memory")
          .build();
    }
    long kernel = handle.open("set");
    scratch.set(ValueLayout.JAVA_LONG, VALUE, memory.address() + at);
    noted(argument, pi.kernelSetArgPointer(kernel, argument, Long.BYTES, value));
    return this;
  }

  @Override
  public Launch setLocal(int argument, long bytes) {
    Passing how = passing(argument);
    if (how != Passing.LOCAL && how != Passing.OTHER) {
      throw wrongType(argument, "local memory");
    }
    if (bytes <= 0 || bytes > session.localMemory) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a group cannot have %d bytes of local memory, the device has %d"
                  .formatted(bytes, session.localMemory))
          .during(operation("set argument"))
          .remedy("Ask for 1 to " + session.localMemory + " bytes")
          .build();
    }
    noted(argument, pi.kernelSetArg(handle.open("set"), argument, bytes, 0));
    return this;
  }

  @Override
  public Launch setBytes(int argument, MemorySegment bytes) {
    Passing how = passing(argument);
    if (how == Passing.BUFFER || how == Passing.LOCAL) {
      throw wrongType(argument, "bytes");
    }
    if (how != Passing.OTHER && bytes.byteSize() != how.bytes()) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE,
              "argument %s takes %d bytes, not %d"
                  .formatted(plan.arguments().get(argument), how.bytes(), bytes.byteSize()))
          .during(operation("set argument"))
          .remedy("Pass its size")
          .build();
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment copy = frame.allocate(bytes.byteSize(), 64);
      copy.copyFrom(bytes);
      noted(
          argument,
          pi.kernelSetArg(handle.open("set"), argument, bytes.byteSize(), copy.address()));
      if (ranged && bytes.byteSize() == Integer.BYTES) {
        range.argument(argument, copy.get(ValueLayout.JAVA_INT, 0));
      } else if (ranged && bytes.byteSize() == Long.BYTES) {
        range.argument(argument, copy.get(ValueLayout.JAVA_LONG, 0));
      }
    }
    return this;
  }

  /** Sets a value as it is passed to a start. */
  void setValue(Argument argument, Object boxed) {
    int index = argument.index();
    switch (boxed) {
      case Buffer buffer -> set(index, buffer);
      case Boolean b -> set(index, b ? 1 : 0);
      case Character c -> set(index, (int) c);
      case Number n when passing(index) == Passing.LOCAL -> setLocal(index, n.longValue());
      case Float f -> set(index, f.floatValue());
      case Double d -> set(index, d.doubleValue());
      case Long n -> set(index, n.longValue());
      case Number n -> set(index, n.intValue());
      default -> throw wrongType(index, "a " + boxed.getClass().getSimpleName());
    }
  }

  private Passing passing(int argument) {
    if (argument < 0 || argument >= passing.length) {
      var _ = plan.checks().get(operation("set argument"), argument);
    }
    return passing[argument];
  }

  private void call(int argument, int size) {
    noted(argument, pi.kernelSetArg(handle.open("set"), argument, size, value));
  }

  private void noted(int argument, int result) {
    if (result != 0) {
      session.results.check(
          result, operation("set argument"), "argument " + plan.arguments().get(argument));
    }
    if (!set[argument]) {
      set[argument] = true;
      missing--;
    }
  }

  private float single(int argument, double number) {
    float value = (float) number;
    if (Float.isInfinite(value)) {
      // Refuses what is no infinity itself.
      var _ = plan.arguments().get(argument).encode(Double.valueOf(number));
    }
    return value;
  }

  private short half(int argument, double number) {
    return (short) plan.arguments().get(argument).encode(Double.valueOf(number));
  }

  private BackplaneException wrongType(int argument, String given) {
    Argument wanted = plan.arguments().get(argument);
    String takes =
        switch (wanted.kind()) {
          case SCALAR -> "a number";
          case BUFFER -> "a buffer";
          case LOCAL -> "a size of local memory";
          case OTHER -> "something else";
        };
    return BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE,
            "argument " + wanted + " takes " + takes + ", not " + given)
        .during(operation("set argument"))
        .remedy("Pass " + takes)
        .build();
  }

  private String operation(String what) {
    return what + " of " + plan.name();
  }

  @Override
  public Launch global(long x) {
    range.set(1, x, 1, 1);
    return this;
  }

  @Override
  public Launch global(long x, long y) {
    range.set(2, x, y, 1);
    return this;
  }

  @Override
  public Launch global(long x, long y, long z) {
    range.set(3, x, y, z);
    return this;
  }

  @Override
  public Launch local(long x) {
    range.setGroup(1, x, 1, 1);
    return this;
  }

  @Override
  public Launch local(long x, long y) {
    range.setGroup(2, x, y, 1);
    return this;
  }

  @Override
  public Launch local(long x, long y, long z) {
    range.setGroup(3, x, y, z);
    return this;
  }

  @Override
  public Launch offset(long x, long y, long z) {
    range.setOffset(x, y, z);
    return this;
  }

  @Override
  public long largestGroup() {
    return plan.largestGroup();
  }

  /** Refuses a launch that would meet an argument without a value, or that has no range. */
  void checkSet() {
    if (missing > 0 || !range.isLaunchable()) {
      refuse();
    }
  }

  private void refuse() {
    if (missing > 0) {
      List<Argument> without = new ArrayList<>();
      for (int i = 0; i < set.length; i++) {
        if (!set[i]) {
          without.add(plan.arguments().get(i));
        }
      }
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_TYPE, "arguments were not set: " + without)
          .during(operation("launch"))
          .remedy("Set every argument before the launch")
          .build();
    }
    throw range.refusal();
  }

  /** Where an event may be put that the queue keeps. */
  long eventAddress() {
    return scratch.address() + EVENT;
  }

  /** What was put there. */
  long event() {
    return scratch.get(ValueLayout.JAVA_LONG, EVENT);
  }

  /** Puts it into a queue. */
  int enqueue(long queue, int numEvents, long events, long event) {
    return pi.enqueueKernelLaunch(
        queue,
        handle.open("launch"),
        range.dimensions(),
        range.offset(),
        range.global(),
        range.local(),
        numEvents,
        events,
        event);
  }

  /** Says why a launch was refused; a result that is only a warning is a success. */
  int checked(int result, String operation) {
    if (result != 0) {
      BackplaneException failure = failure(result, operation);
      if (failure != null) {
        throw failure;
      }
    }
    return 0;
  }

  private @Nullable BackplaneException failure(int result, String operation) {
    return session.results.failure(
        result,
        operation(operation),
        "%s; kernel allows groups of %d, the device %d x %d x %d"
            .formatted(
                range,
                plan.largestGroup(),
                session.largestItems[0],
                session.largestItems[1],
                session.largestItems[2]));
  }

  @Override
  public void close() {
    handle.close();
  }

  @Override
  public String toString() {
    return "a launch of " + plan.name();
  }
}
