package dev.backplane.pi.table.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageObject;
import dev.backplane.api.Sampler;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.device.Parameter.Passing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A native kernel of its own whose values are set in place: each set is one call of the table and
 * makes nothing. What is refused changes nothing.
 */
abstract class SettableCall implements Call, MadeFrom {
  /** The alignment that suits any type. */
  private static final long LOCAL_ALIGNMENT = 128;

  final PiContext context;
  final Pi pi;
  final KernelPlan plan;
  final NativeHandle handle;

  /** The value of the handle: each load on the way to a native call delays it. */
  final long kernel;

  final NdRange range;

  /** The run of the execution that was started; while it is in flight, nothing can be set. */
  final CallRun own;

  /** True if it was started and the end was not noticed here. */
  private boolean started;

  /** True if values of arguments may be sizes of the range. */
  private final boolean ranged;

  private final Passing[] passing;

  /** The image or the sampler that an argument has, which is kept for it. */
  private final @Nullable NativeHandle[] held;

  private final boolean[] set;
  private int missing;

  /** The bytes of local memory of each argument. */
  private final long[] local;

  /** Returns the bytes of local memory of a group. */
  private long localMemory;

  private final MemorySegment scratch = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
  private final long value = scratch.address();

  SettableCall(PiContext context, long kernel, KernelPlan plan, NdRange range) {
    this.context = context;
    this.plan = plan;
    this.range = range;
    this.kernel = kernel;
    pi = context.pi;
    handle =
        new NativeHandle("the call", kernel, () -> context.retire(() -> pi.kernelRelease(kernel)));
    own = new CallRun(plan.name());
    ranged = range.takesSizesFromArguments();
    passing = plan.parameters().stream().map(Parameter::passing).toArray(Passing[]::new);
    held = new NativeHandle[passing.length];
    set = new boolean[passing.length];
    missing = passing.length;
    local = new long[passing.length];
    localMemory = apart(plan.localMemory());
  }

  /** Returns the bytes of a piece of local memory, up to where any type may begin. */
  private static long apart(long bytes) {
    return Math.ceilDiv(bytes, LOCAL_ALIGNMENT) * LOCAL_ALIGNMENT;
  }

  @Override
  public final boolean isOf(PiContext other) {
    return context == other;
  }

  @Override
  public final String name() {
    return plan.name();
  }

  @Override
  public final List<Argument> arguments() {
    return plan.arguments();
  }

  /** Refuses a submission that would meet an argument without a value, or that has no range. */
  final void checkSet() {
    if (missing > 0) {
      throw incomplete();
    }
    if (localMemory > context.localMemory) {
      throw tooMuchLocalMemory();
    }
    range.check();
  }

  /** Implementations look at each piece of it, and not at their sum. */
  private BackplaneException tooMuchLocalMemory() {
    return BackplaneException.because(
            ErrorCode.OUT_OF_RANGE,
            "a group takes %d bytes of local memory, %d of them for what the source declares and the rest for arguments; the device has %d"
                .formatted(localMemory, apart(plan.localMemory()), context.localMemory))
        .during(operation("submit"))
        .remedy("Use less, each piece takes a multiple of %d bytes".formatted(LOCAL_ALIGNMENT))
        .build();
  }

  final BackplaneException inUse(String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.IN_USE, problem)
        .during(operation)
        .on(toString())
        .remedy(remedy)
        .build();
  }

  final void startedAs(PiRun run) {
    own.startedAs(run);
    started = true;
  }

  final void checkIdle(String operation) {
    if (started) {
      if (own.isInFlight()) {
        throw inUse(
            operation,
            "the execution that was started last has not ended",
            "Wait for it first, or submit the call to a queue");
      }
      started = false;
    }
  }

  private BackplaneException incomplete() {
    List<Argument> without = new ArrayList<>();
    for (int i = 0; i < set.length; i++) {
      if (!set[i]) {
        without.add(plan.arguments().get(i));
      }
    }
    return BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE, "arguments were not set: " + without)
        .during(operation("call"))
        .remedy("Set every argument before the call is submitted")
        .build();
  }

  @Override
  public final Call set(int argument, int number) {
    switch (passing(argument)) {
      case INT4, OTHER -> {
        if (ranged) {
          range.checkArgument(argument, number);
        }
        RawMemory.putInt(value, number);
        call(argument, Integer.BYTES);
        if (ranged) {
          range.argument(argument, number);
        }
      }
      default -> set(argument, (long) number);
    }
    return this;
  }

  @Override
  public final Call set(int argument, long number) {
    Passing how = passing(argument);
    if (ranged) {
      range.checkArgument(argument, number);
    }
    switch (how) {
      case INT8, OTHER -> RawMemory.putLong(value, number);
      case INT1, INT2, INT4 ->
          RawMemory.putLong(value, plan.arguments().get(argument).bits(number));
      case HALF -> scratch.set(ValueLayout.JAVA_SHORT, 0, half((double) number));
      case FLOAT -> scratch.set(ValueLayout.JAVA_FLOAT, 0, (float) number);
      case DOUBLE -> scratch.set(ValueLayout.JAVA_DOUBLE, 0, (double) number);
      default -> throw wrongType(argument, "a number");
    }
    call(argument, how.bytes());
    if (ranged) {
      range.argument(argument, number);
    }
    return this;
  }

  @Override
  public final Call set(int argument, float number) {
    switch (passing(argument)) {
      case FLOAT, OTHER -> {
        scratch.set(ValueLayout.JAVA_FLOAT, 0, number);
        call(argument, Float.BYTES);
      }
      default -> set(argument, (double) number);
    }
    return this;
  }

  @Override
  public final Call set(int argument, double number) {
    Passing how = passing(argument);
    switch (how) {
      case HALF -> scratch.set(ValueLayout.JAVA_SHORT, 0, half(number));
      case FLOAT -> scratch.set(ValueLayout.JAVA_FLOAT, 0, (float) number);
      case DOUBLE, OTHER -> scratch.set(ValueLayout.JAVA_DOUBLE, 0, number);
      case INT1, INT2, INT4, INT8 -> throw wrongType(argument, "a real number");
      default -> throw wrongType(argument, "a number");
    }
    call(argument, how.bytes());
    return this;
  }

  @Override
  public final Call set(int argument, Buffer buffer) {
    var _ = passing(argument);
    PiBuffer own = (PiBuffer) buffer;
    var _ = handle.open("set");
    RawMemory.putLong(value, own.open("set"));
    noted(
        argument,
        own.isShared()
            ? pi.kernelSetArgPointer(kernel, argument, Long.BYTES, value)
            : pi.kernelSetArgMemObj(kernel, argument, 0, value));
    return this;
  }

  @Override
  public final Call set(int argument, ImageObject image) {
    var _ = passing(argument);
    PiImage own = (PiImage) image;
    own.checkTakenBy(plan.arguments().get(argument));
    set(argument, own.handle(), at -> pi.kernelSetArgMemObj(kernel, argument, 0, at));
    return this;
  }

  @Override
  public final Call set(int argument, Sampler sampler) {
    var _ = passing(argument);
    PiSampler own = (PiSampler) sampler;
    set(argument, own.handle(), at -> pi.kernelSetArgSampler(kernel, argument, at));
    return this;
  }

  /**
   * Sets a thing that is kept until another takes its place: kernels do not keep what they have.
   */
  private void set(int argument, NativeHandle thing, LongUnaryOperator setting) {
    var _ = handle.open("set");
    RawMemory.putLong(value, thing.begin("set"));
    boolean taken = false;
    try {
      noted(argument, (int) setting.applyAsLong(value));
      taken = true;
    } finally {
      letGo(taken ? held[argument] : thing);
    }
    held[argument] = thing;
  }

  private static void letGo(@Nullable NativeHandle thing) {
    if (thing != null) {
      thing.end();
    }
  }

  /** Lets go of images and samplers: it is closed. */
  final void letGo() {
    for (int i = 0; i < held.length; i++) {
      letGo(held[i]);
      held[i] = null;
    }
  }

  @Override
  public final Call setLocal(int argument, long bytes) {
    var _ = passing(argument);
    if (bytes <= 0 || bytes > context.localMemory) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a group cannot have %d bytes of local memory, the device has %d"
                  .formatted(bytes, context.localMemory))
          .during(operation("set argument"))
          .remedy("Ask for 1 to " + context.localMemory + " bytes")
          .build();
    }
    noted(argument, pi.kernelSetArg(handle.open("set"), argument, bytes, 0));
    localMemory += apart(bytes) - local[argument];
    local[argument] = apart(bytes);
    return this;
  }

  @Override
  public final Call setBytes(int argument, MemorySegment bytes) {
    var _ = passing(argument);
    if (ranged) {
      range.checkArgument(argument, bytes);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment copy = frame.allocate(bytes.byteSize(), 64);
      copy.copyFrom(bytes);
      noted(
          argument,
          pi.kernelSetArg(handle.open("set"), argument, bytes.byteSize(), copy.address()));
      if (ranged) {
        range.argument(argument, copy);
      }
    }
    return this;
  }

  @Override
  public final Call set(int argument, Object boxed) {
    put(argument, boxed);
    return this;
  }

  /** Sets all arguments. */
  final void setAll(Object... boxed) {
    for (int i = 0; i < boxed.length; i++) {
      put(i, boxed[i]);
    }
  }

  private void put(int index, Object boxed) {
    switch (boxed) {
      case Buffer buffer -> set(index, buffer);
      case ImageObject image -> set(index, image);
      case Sampler sampler -> set(index, sampler);
      case MemorySegment bytes -> setBytes(index, bytes);
      case Object array when passing(index) == Passing.VECTOR ->
          setBytes(index, MemorySegment.ofArray(plan.arguments().get(index).elements(array)));
      case Boolean b -> set(index, b ? 1 : 0);
      case Character c -> set(index, (int) c);
      case Number n when passing(index) == Passing.LOCAL -> setLocal(index, n.longValue());
      case Float f -> set(index, f.floatValue());
      case Double d -> set(index, d.doubleValue());
      case Long n -> set(index, n.longValue());
      case Byte n -> set(index, n.intValue());
      case Short n -> set(index, n.intValue());
      case Integer n -> set(index, n.intValue());
      // What is taken for a real number alone, of whatever size.
      case Number n when passing(index) == Passing.FLOAT -> set(index, n.floatValue());
      case Number n -> set(index, n.doubleValue());
      default -> throw wrongType(index, "a " + boxed.getClass().getSimpleName());
    }
  }

  private Passing passing(int argument) {
    checkIdle("set argument");
    return passing[argument];
  }

  private void call(int argument, int size) {
    var _ = handle.open("set");
    noted(argument, pi.kernelSetArg(kernel, argument, size, value));
  }

  private void noted(int argument, int result) {
    if (result != 0) {
      context.results.check(
          result, operation("set argument"), "argument " + plan.arguments().get(argument));
    }
    if (!set[argument]) {
      set[argument] = true;
      missing--;
    }
  }

  private static short half(double number) {
    return Float.floatToFloat16((float) number);
  }

  private BackplaneException wrongType(int argument, String given) {
    Argument wanted = plan.arguments().get(argument);
    String takes = wanted.wanted();
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
}
