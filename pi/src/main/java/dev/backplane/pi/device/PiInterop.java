package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.pi.Interop;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongUnaryOperator;

/** Handles of the runtime below, out and in. */
final class PiInterop implements Interop {
  private static final int MEM_SIZE = 0x1102;
  private static final int MEM_CONTEXT = 0x1106;
  private static final int QUEUE_CONTEXT = 0x1090;
  private static final int QUEUE_DEVICE = 0x1091;
  private static final int PROGRAM_CONTEXT = 0x1161;
  private static final int KERNEL_CONTEXT = 0x1193;
  private static final int EVENT_CONTEXT = 0x11D4;

  private final PiContext context;
  private final String backend;
  private final PiMemory memory;
  private final PiPrograms programs;

  PiInterop(PiContext context, String backend, PiMemory memory, PiPrograms programs) {
    this.context = context;
    this.backend = backend;
    this.memory = memory;
    this.programs = programs;
  }

  @Override
  public String backend() {
    return backend;
  }

  @Override
  public long platform() {
    return context.make(
        "handle", "", out -> context.pi.platformGetNativeHandle(context.platform, out));
  }

  @Override
  public long device() {
    return context.make("handle", "", out -> context.pi.deviceGetNativeHandle(context.device, out));
  }

  @Override
  public long context() {
    return context.make(
        "handle", "", out -> context.pi.contextGetNativeHandle(context.handle, out));
  }

  @Override
  public long handle(Buffer buffer) {
    if (!(buffer instanceof PiBuffer own) || !own.isOf(context)) {
      throw foreign("buffer");
    }
    return out(own.handle(), (mem, out) -> context.pi.memGetNativeHandle(mem, context.device, out));
  }

  @Override
  public long handle(Queue queue) {
    if (!(queue instanceof PiQueue own) || !own.isOf(context)) {
      throw foreign("queue");
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment description = frame.allocate(Integer.BYTES, Integer.BYTES);
      description.set(ValueLayout.JAVA_INT, 0, 0);
      return out(
          own.handle(),
          (handle, out) -> context.pi.queueGetNativeHandle(handle, out, description.address()));
    }
  }

  @Override
  public long handle(Run run) {
    PiRun own = PiRun.of(context, run, "handle");
    own.keep("handle");
    return context.make("handle", "", out -> context.pi.eventGetNativeHandle(own.event(), out));
  }

  @Override
  public long handle(Program program) {
    if (!(program instanceof PiProgram own) || !own.isOf(context)) {
      throw foreign("program");
    }
    return out(own.handle(), context.pi::programGetNativeHandle);
  }

  @Override
  public long handle(Call call) {
    if (!(call instanceof PiCall own) || !own.isOf(context)) {
      throw foreign("call");
    }
    return out(own.handle(), context.pi::kernelGetNativeHandle);
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

  private static BackplaneException foreign(String what) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "the " + what + " was not made from this device")
        .during("handle")
        .remedy("Ask the device that it was made from")
        .build();
  }

  @Override
  public Buffer buffer(long handle, Ownership ownership) {
    long mem =
        in(
            "buffer of a handle",
            handle,
            ownership,
            out ->
                context.pi.memCreateWithNativeHandle(handle, context.handle, own(ownership), out),
            context.pi::memRetain);
    return checked(
        () -> {
          checkContext(
              "buffer",
              (size, value, sizeRet) ->
                  context.pi.memGetInfo(mem, MEM_CONTEXT, size, value, sizeRet));
          long bytes =
              Query.number(
                  context.results,
                  "size of buffer",
                  (size, value, sizeRet) ->
                      context.pi.memGetInfo(mem, MEM_SIZE, size, value, sizeRet));
          return memory.imported(mem, bytes);
        },
        ownership,
        () -> context.pi.memRelease(mem));
  }

  @Override
  public Queue queue(long handle, Ownership ownership) {
    long queue =
        in(
            "queue of a handle",
            handle,
            ownership,
            out ->
                context.pi.queueCreateWithNativeHandle(
                    handle, 0, context.handle, context.device, own(ownership), 0, out),
            context.pi::queueRetain);
    return checked(
        () -> {
          checkContext(
              "queue",
              (size, value, sizeRet) ->
                  context.pi.queueGetInfo(queue, QUEUE_CONTEXT, size, value, sizeRet));
          check(
              "queue",
              "device",
              context.device,
              (size, value, sizeRet) ->
                  context.pi.queueGetInfo(queue, QUEUE_DEVICE, size, value, sizeRet));
          return new PiQueue(context, queue, Set.of(), true);
        },
        ownership,
        () -> context.pi.queueRelease(queue));
  }

  @Override
  public Run run(long handle, Ownership ownership) {
    long event =
        in(
            "run of a handle",
            handle,
            ownership,
            out ->
                context.pi.eventCreateWithNativeHandle(handle, context.handle, own(ownership), out),
            context.pi::eventRetain);
    return checked(
        () -> {
          checkContext(
              "event",
              (size, value, sizeRet) ->
                  context.pi.eventGetInfo(event, EVENT_CONTEXT, size, value, sizeRet));
          return context.loose().add(new PiRun(context, event, "run of a handle", null, null));
        },
        ownership,
        () -> context.pi.eventRelease(event));
  }

  @Override
  public BuiltProgram program(long handle, Ownership ownership) {
    long program =
        in(
            "program of a handle",
            handle,
            ownership,
            out ->
                context.pi.programCreateWithNativeHandle(
                    handle, context.handle, own(ownership), out),
            context.pi::programRetain);
    checked(
        () -> {
          checkContext(
              "program",
              (size, value, sizeRet) ->
                  context.pi.programGetInfo(program, PROGRAM_CONTEXT, size, value, sizeRet));
          return program;
        },
        ownership,
        () -> context.pi.programRelease(program));
    return programs.program(program, UUID.randomUUID(), KernelNotes.of(WorkItemUse.UNKNOWN));
  }

  @Override
  public Call call(long handle, Ownership ownership) {
    long kernel =
        in(
            "call of a handle",
            handle,
            ownership,
            out ->
                context.pi.kernelCreateWithNativeHandle(
                    handle, context.handle, 0, own(ownership), out),
            context.pi::kernelRetain);
    return checked(
        () -> {
          checkContext(
              "kernel",
              (size, value, sizeRet) ->
                  context.pi.kernelGetInfo(kernel, KERNEL_CONTEXT, size, value, sizeRet));
          KernelPlan plan = KernelPlan.of(context, kernel);
          NdRange range = plan.range(context, true, List.of());
          return new PiCall(context, kernel, plan, programs.runs(), range);
        },
        ownership,
        () -> context.pi.kernelRelease(kernel));
  }

  private static int own(Ownership ownership) {
    return ownership == Ownership.TAKEN ? 1 : 0;
  }

  @FunctionalInterface
  private interface Retainer {
    int retain(long handle);
  }

  /**
   * Makes an object of a handle. Where the plugin's object is the handle itself, one that the
   * caller keeps is held by us as well, so that closing ours does not take it away.
   */
  private long in(
      String operation,
      long handle,
      Ownership ownership,
      LongUnaryOperator making,
      Retainer retainer) {
    if (handle == 0) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "a handle is not 0")
          .during(operation)
          .remedy("Pass a handle of the runtime below")
          .build();
    }
    String problem = context.precautions.againstHandle(handle);
    if (!problem.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "0x%x is no handle of this device's implementation: %s".formatted(handle, problem))
          .during(operation)
          .remedy("Pass a handle that the same implementation has made")
          .build();
    }
    long made = context.make(operation, "handle 0x" + Long.toHexString(handle), making);
    if (made == handle && ownership == Ownership.KEPT) {
      context.results.check(retainer.retain(made), operation);
    }
    return made;
  }

  @FunctionalInterface
  private interface Making<T> {
    T make();
  }

  /** What is refused is as it was: the caller's if it was kept, and also if it was to be taken. */
  private <T> T checked(Making<T> making, Ownership ownership, Runnable release) {
    boolean made = false;
    try {
      T object = making.make();
      made = true;
      return object;
    } finally {
      if (!made && ownership == Ownership.KEPT) {
        release.run();
      }
    }
  }

  private void checkContext(String what, Query.Question question) {
    check(what, "context", context.handle, question);
  }

  private void check(String what, String of, long expected, Query.Question question) {
    long actual = Query.number(context.results, of + " of " + what, question);
    if (actual != expected) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the %s is of the %s 0x%x, not of this device's 0x%x"
                  .formatted(what, of, actual, expected))
          .during(what + " of a handle")
          .remedy("Make it in the context that context() gives")
          .build();
    }
  }
}
