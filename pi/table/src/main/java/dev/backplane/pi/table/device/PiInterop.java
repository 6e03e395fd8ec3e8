package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.pi.Interop;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** Handles of the runtime below, out and in. */
final class PiInterop implements Interop {
  private static final int MEM_TYPE = 0x1100;
  private static final int TYPE_BUFFER = 0x10F0;
  private static final int MEM_SIZE = 0x1102;
  private static final int MEM_CONTEXT = 0x1106;
  private static final int QUEUE_CONTEXT = 0x1090;
  private static final int QUEUE_DEVICE = 0x1091;
  private static final int PROGRAM_CONTEXT = 0x1161;
  private static final int KERNEL_CONTEXT = 0x1193;
  private static final int KERNEL_PROGRAM = 0x1194;
  private static final int EVENT_CONTEXT = 0x11D4;

  private final PiContext context;
  private final Pi pi;
  private final String backend;
  private final PiMemory memory;
  private final PiImages images;

  PiInterop(PiContext context, String backend, PiMemory memory, PiImages images) {
    this.context = context;
    pi = context.pi;
    this.backend = backend;
    this.memory = memory;
    this.images = images;
  }

  @Override
  public String backend() {
    return backend;
  }

  @Override
  public long platform() {
    return context.make("handle", "", out -> pi.platformGetNativeHandle(context.platform, out));
  }

  @Override
  public long device() {
    return context.make("handle", "", out -> pi.deviceGetNativeHandle(context.device, out));
  }

  @Override
  public long context() {
    return context.make("handle", "", out -> pi.contextGetNativeHandle(context.handle, out));
  }

  @Override
  public long handle(Buffer buffer) {
    PiBuffer own = context.memoryObject(buffer, "handle");
    return out(own.handle(), (mem, out) -> pi.memGetNativeHandle(mem, context.device, out));
  }

  @Override
  public long handle(Queue queue) {
    PiQueue own = context.own(PiQueue.class, queue, "handle");
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment description = frame.allocate(Integer.BYTES, Integer.BYTES);
      description.set(ValueLayout.JAVA_INT, 0, 0);
      return out(
          own.share(),
          (handle, out) -> pi.queueGetNativeHandle(handle, out, description.address()));
    }
  }

  @Override
  public long handle(Run run) {
    PiRun own = PiRun.of(context, run, "handle");
    own.keep("handle");
    return context.make("handle", "", out -> pi.eventGetNativeHandle(own.event(), out));
  }

  @Override
  public long handle(Program program) {
    PiProgram own = context.own(PiProgram.class, program, "handle");
    return out(own.handle(), pi::programGetNativeHandle);
  }

  @Override
  public long handle(Call call) {
    return out(context.own(PiCall.class, call, "handle").handle, pi::kernelGetNativeHandle);
  }

  @FunctionalInterface
  private interface Getter {
    int get(long handle, long out);
  }

  private long out(NativeHandle handle, Getter getter) {
    long open = handle.begin("handle");
    try {
      return context.make("handle", "", out -> getter.get(open, out));
    } finally {
      handle.end();
    }
  }

  /** A question about an object. */
  @FunctionalInterface
  private interface Info {
    int ask(long object, int name, long size, long value, long sizeRet);

    default Query.Question about(long object, int name) {
      return (size, value, sizeRet) -> ask(object, name, size, value, sizeRet);
    }
  }

  /**
   * The functions and queries of the table for one kind of object.
   *
   * @param name the name of the kind
   * @param retain retains an object
   * @param release releases an object
   * @param info queries an object
   * @param contextName the query for the context that an object belongs to
   */
  private record Kind(
      String name,
      LongUnaryOperator retain,
      LongUnaryOperator release,
      Info info,
      int contextName) {}

  @Override
  public Buffer buffer(long handle, Ownership ownership) {
    return of(
        new Kind("buffer", pi::memRetain, pi::memRelease, pi::memGetInfo, MEM_CONTEXT),
        handle,
        ownership,
        out -> pi.memCreateWithNativeHandle(handle, context.handle, own(ownership), out),
        mem -> {
          Info info = pi::memGetInfo;
          if (Query.numberIfKnown(info.about(mem, MEM_TYPE)).orElse(TYPE_BUFFER) != TYPE_BUFFER) {
            throw refused(
                "buffer of a handle",
                "0x%x is an image or a pipe".formatted(handle),
                "Pass the handle of a buffer");
          }
          return memory.imported(
              mem, Query.number(context.results, "size of buffer", info.about(mem, MEM_SIZE)));
        });
  }

  @Override
  public Queue queue(long handle, Ownership ownership) {
    return of(
        new Kind("queue", pi::queueRetain, pi::queueRelease, pi::queueGetInfo, QUEUE_CONTEXT),
        handle,
        ownership,
        out ->
            pi.queueCreateWithNativeHandle(
                handle, 0, context.handle, context.device, own(ownership), 0, out),
        queue -> {
          Info info = pi::queueGetInfo;
          check("queue", "device", context.device, info.about(queue, QUEUE_DEVICE));
          return new PiQueue(context, queue, Set.of(), true);
        });
  }

  @Override
  public Run run(long handle, Ownership ownership) {
    return of(
        new Kind("run", pi::eventRetain, pi::eventRelease, pi::eventGetInfo, EVENT_CONTEXT),
        handle,
        ownership,
        out -> pi.eventCreateWithNativeHandle(handle, context.handle, own(ownership), out),
        event -> context.loose().add(new PiRun(context, event, "run of a handle", null, null)));
  }

  @Override
  public Program program(long handle, Ownership ownership) {
    return of(
        new Kind(
            "program", pi::programRetain, pi::programRelease, pi::programGetInfo, PROGRAM_CONTEXT),
        handle,
        ownership,
        out -> pi.programCreateWithNativeHandle(handle, context.handle, own(ownership), out),
        program -> images.made(program, UUID.randomUUID(), images.notesOf(program)));
  }

  @Override
  public Call call(long handle, Ownership ownership) {
    return of(
        new Kind("call", pi::kernelRetain, pi::kernelRelease, pi::kernelGetInfo, KERNEL_CONTEXT),
        handle,
        ownership,
        out -> pi.kernelCreateWithNativeHandle(handle, context.handle, 0, own(ownership), out),
        kernel -> {
          Info info = pi::kernelGetInfo;
          OptionalLong program = Query.numberIfKnown(info.about(kernel, KERNEL_PROGRAM));
          KernelNotes notes = images.notesOf(program.orElse(0));
          KernelPlan plan = KernelPlan.of(context, kernel, notes).ofHandle();
          List<Integer> sizes = notes.ranges().getOrDefault(plan.name(), List.of());
          NdRange range = plan.range(context, () -> notes.use() == WorkItemUse.TASK, sizes);
          return new PiCall(context, kernel, plan, images.runs(), range);
        });
  }

  private static int own(Ownership ownership) {
    return ownership == Ownership.TAKEN ? 1 : 0;
  }

  /**
   * Makes an object of a handle. Where the plugin's object is the handle itself, one that the
   * caller keeps is held by us as well, so that closing ours does not take it away. What is refused
   * is as it was: the caller's if it was kept, and also if it was to be taken.
   */
  private <T> T of(
      Kind kind,
      long handle,
      Ownership ownership,
      LongUnaryOperator taking,
      LongFunction<T> making) {
    String operation = kind.name + " of a handle";
    if (handle == 0) {
      throw refused(operation, "a handle is not 0", "Pass a handle of the runtime below");
    }
    String problem = context.guard.againstHandle(handle);
    if (!problem.isEmpty()) {
      throw refused(
          operation,
          "0x%x is no handle of this device's implementation: %s".formatted(handle, problem),
          "Pass a handle that the same implementation has made");
    }
    long object = context.make(operation, "handle 0x" + Long.toHexString(handle), taking);
    boolean kept = ownership == Ownership.KEPT;
    if (object == handle && kept) {
      context.results.check((int) kind.retain.applyAsLong(object), operation);
    }
    return PiContext.ofHandle(
        object,
        made -> {
          check(kind.name, "context", context.handle, kind.info.about(made, kind.contextName));
          return making.apply(made);
        },
        made -> kept ? kind.release.applyAsLong(made) : 0);
  }

  private void check(String what, String of, long expected, Query.Question question) {
    long actual = Query.number(context.results, of + " of " + what, question);
    if (actual != expected) {
      throw refused(
          what + " of a handle",
          "the %s is of the %s 0x%x, not of this device's 0x%x"
              .formatted(what, of, actual, expected),
          "Make it in the context that context() gives");
    }
  }

  private static BackplaneException refused(String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during(operation)
        .remedy(remedy)
        .build();
  }
}
