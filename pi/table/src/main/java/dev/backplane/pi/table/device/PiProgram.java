package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.RunAbility;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** A program that was built, and its kernels. */
final class PiProgram implements Program, MadeFrom {
  private static final int PROGRAM_BINARY_SIZES = 0x1165;
  private static final int PROGRAM_BINARIES = 0x1166;
  private static final int PROGRAM_KERNEL_NAMES = 0x1168;

  private final PiContext context;
  private final PiMemory memory;
  private final PiQueue runs;
  private final NativeHandle handle;
  private final UUID uuid;
  private final String log;
  private final KernelNotes notes;

  /** Their names; empty if neither the plugin nor the binary tells them. */
  private final List<String> kernels;

  private final Map<String, PiKernel> made = new ConcurrentHashMap<>();

  /**
   * A program.
   *
   * @param program its handle, released with it
   * @param notes what is known of its kernels
   */
  PiProgram(
      PiContext context,
      PiMemory memory,
      PiQueue runs,
      long program,
      UUID uuid,
      KernelNotes notes) {
    this.context = context;
    this.memory = memory;
    this.runs = runs;
    this.uuid = uuid;
    this.notes = notes;
    handle = new NativeHandle("the program", program, () -> context.pi.programRelease(program));
    log = new Build(context).log(program);
    kernels = names(program);
  }

  private List<String> names(long program) {
    Query.Question question =
        (size, value, sizeRet) ->
            context.pi.programGetInfo(program, PROGRAM_KERNEL_NAMES, size, value, sizeRet);
    if (!Query.isAnswered(question)) {
      return notes.names();
    }
    String joined = Query.text(context.results, "kernels of program", question);
    return Arrays.stream(joined.split(";")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  @Override
  public boolean isOf(PiContext other) {
    return context == other;
  }

  KernelNotes notes() {
    return notes;
  }

  NativeHandle handle() {
    return handle;
  }

  boolean isClosed() {
    return handle.isClosed();
  }

  void check(String operation) {
    var _ = handle.open(operation);
  }

  @Override
  public UUID uuid() {
    return uuid;
  }

  @Override
  public List<String> kernels() {
    return kernels;
  }

  /** The table has no function that ends a command. */
  @Override
  public Set<RunAbility> abilities() {
    return Set.of(RunAbility.RANGE);
  }

  @Override
  public Kernel kernel(String name) {
    check("kernel " + name);
    if (!kernels.isEmpty() && !kernels.contains(name)) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'; there are " + kernels)
          .during("kernel")
          .remedy("Use one of these names")
          .build();
    }
    return made.computeIfAbsent(name, this::make);
  }

  private PiKernel make(String name) {
    return PiContext.ofHandle(
        create(name),
        kernel -> {
          KernelPlan plan = KernelPlan.of(context, kernel, notes);
          return new PiKernel(this, memory, runs, plan, call(kernel, plan));
        },
        context.pi::kernelRelease);
  }

  /** Makes another call of one of the program's kernels. */
  PiCall call(KernelPlan plan) {
    return PiContext.ofHandle(
        create(plan.name()), kernel -> call(kernel, plan), context.pi::kernelRelease);
  }

  /**
   * Makes a call. Its kernel counts as a task only if the program is known to ask for no work
   * items: if a range were executed as one work item, nobody would notice the missing work.
   */
  private PiCall call(long kernel, KernelPlan plan) {
    BooleanSupplier task = () -> notes.use() == WorkItemUse.TASK;
    List<Integer> sizes = notes.ranges().getOrDefault(plan.name(), List.of());
    return new PiCall(context, kernel, plan, runs, plan.range(context, task, sizes));
  }

  private long create(String name) {
    long program = handle.begin("kernel " + name);
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment text = CText.write(name, frame);
      return context.make(
          "kernel " + name, "", out -> context.pi.kernelCreate(program, text.address(), out));
    } finally {
      handle.end();
    }
  }

  @Override
  public Optional<Image> binary() {
    long program = handle.begin("binary");
    try (Arena arena = Arena.ofConfined()) {
      Query.Question question =
          (size, value, sizeRet) ->
              context.pi.programGetInfo(program, PROGRAM_BINARY_SIZES, size, value, sizeRet);
      long[] sizes =
          Query.isAnswered(question)
              ? Query.longs(context.results, "binary of program", question)
              : new long[0];
      if (sizes.length != 1 || sizes[0] == 0) {
        return Optional.empty();
      }
      MemorySegment bytes = arena.allocate(sizes[0]);
      MemorySegment pointers = arena.allocate(ValueLayout.JAVA_LONG);
      pointers.set(ValueLayout.JAVA_LONG, 0, bytes.address());
      context.results.check(
          context.pi.programGetInfo(program, PROGRAM_BINARIES, Long.BYTES, pointers.address(), 0),
          "binary of program");
      byte[] packed = PackedBinary.pack(bytes.toArray(ValueLayout.JAVA_BYTE), told());
      return Optional.of(Image.of("binary of " + this, packed));
    } finally {
      handle.end();
    }
  }

  /** {@return everything known of the kernels, for users that have only the binary} */
  private KernelNotes told() {
    Map<String, List<Parameter>> signatures = new LinkedHashMap<>();
    for (String name : kernels) {
      PiContext.ofHandle(
          create(name),
          kernel -> {
            signatures.put(name, KernelPlan.of(context, kernel, notes).parameters());
            return context.pi.kernelRelease(kernel);
          },
          context.pi::kernelRelease);
    }
    return new KernelNotes(kernels, notes.ranges(), signatures, notes.source());
  }

  @Override
  public String log() {
    return log;
  }

  @Override
  public void close() {
    if (handle.close()) {
      made.values().forEach(PiKernel::close);
    }
  }

  @Override
  public String toString() {
    return "program " + kernels;
  }
}
