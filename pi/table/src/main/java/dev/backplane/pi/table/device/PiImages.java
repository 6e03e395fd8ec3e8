package dev.backplane.pi.table.device;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.driverkit.ImageFormats;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Programs of source, SPIR-V, binaries of the device, or containers; many at a time. */
final class PiImages implements Images {
  private static final int DEVICE_COMPILER_AVAILABLE = 0x1028;
  private static final int DEVICE_IL_VERSION = 0x105B;
  private static final int PROGRAM_SOURCE = 0x1164;
  private static final int PROGRAM_IL = 0x1169;
  private static final int BUILD_OPTIONS = 0x1182;
  private static final String OF_A_HANDLE = "program of a handle";

  private final PiContext context;
  private final PiMemory memory;
  private final PiQueue runs;
  private final Selection selection;
  private final Build build;
  private final Set<ImageFormat> formats;
  private final List<PiProgram> programs = new ArrayList<>();

  /**
   * The images of a device.
   *
   * @param runs the default queue
   */
  PiImages(PiContext context, PiMemory memory, PiQueue runs, Selection selection) {
    this.context = context;
    this.memory = memory;
    this.runs = runs;
    this.selection = selection;
    build = new Build(context);
    EnumSet<ImageFormat> taken = EnumSet.of(ImageFormat.NATIVE, ImageFormat.CONTAINER);
    if (context.deviceNumber(DEVICE_COMPILER_AVAILABLE) != 0) {
      taken.add(ImageFormat.SOURCE);
    }
    if (takesSpirv()) {
      taken.add(ImageFormat.SPIRV);
    }
    formats = Set.copyOf(taken);
  }

  private boolean takesSpirv() {
    Query.Question question =
        (size, value, sizeRet) ->
            context.pi.deviceGetInfo(context.device, DEVICE_IL_VERSION, size, value, sizeRet);
    return Query.isAnswered(question)
        && Query.text(context.results, "formats of images", question).contains("SPIR-V");
  }

  @Override
  public Set<ImageFormat> formats() {
    return formats;
  }

  @Override
  public int slots() {
    return Integer.MAX_VALUE;
  }

  @Override
  public BinaryTargets targets() {
    return selection.targets();
  }

  @Override
  public int select(List<DeviceBinary> binaries) {
    return selection.select(binaries);
  }

  @Override
  public Program load(Image image, LoadOption... options) {
    ImageFormats.check("load", image, formats);
    UUID uuid = UUID.nameUUIDFromBytes(image.content().toArray());
    PiProgram program =
        image.format() == ImageFormat.CONTAINER ? best(image, uuid) : code(image, uuid);
    synchronized (programs) {
      programs.removeIf(PiProgram::isClosed);
      programs.add(program);
    }
    return program;
  }

  private PiProgram code(Image code, UUID uuid) {
    return program(build(code), uuid, notes(code));
  }

  private PiProgram best(Image container, UUID uuid) {
    List<DeviceBinary> binaries = BinaryContainer.read(container).binaries();
    DeviceBinary binary = binaries.get(select(binaries));
    Image code = container.only(binary);
    checkCode("load", code);
    KernelNotes notes = notes(code);
    Map<String, List<Integer>> ranges = new HashMap<>(notes.ranges());
    ranges.putAll(binary.ranges());
    // A container has a place for ranges: one that names none means tasks, if the code is silent.
    SourceFacts source =
        code.format() != ImageFormat.SOURCE && notes.use() == WorkItemUse.UNKNOWN
            ? SourceFacts.none(context, WorkItemUse.TASK)
            : notes.source();
    return program(
        build(code), uuid, new KernelNotes(binary.entries(), ranges, notes.signatures(), source));
  }

  private KernelNotes notes(Image code) {
    return code.format() == ImageFormat.NATIVE
        ? PackedBinary.unpack(code).notes(context)
        : KernelNotes.of(context, code, this::build);
  }

  /** Refuses what the device does not make programs of, or only after a choice. */
  void checkCode(String operation, Image code) {
    EnumSet<ImageFormat> plain = EnumSet.copyOf(formats);
    plain.remove(ImageFormat.CONTAINER);
    ImageFormats.check(operation, code, plain);
  }

  private long build(Image code) {
    // A program of source that includes headers is compiled first: only compiling takes them.
    return code.headers().isEmpty() || code.format() != ImageFormat.SOURCE
        ? build.build(code)
        : build.compileAndLink(List.of(code), "");
  }

  /** A program of a handle, which is released with it. */
  PiProgram program(long handle, UUID uuid, KernelNotes notes) {
    return PiContext.ofHandle(
        handle, program -> made(program, uuid, notes), context.pi::programRelease);
  }

  PiProgram made(long handle, UUID uuid, KernelNotes notes) {
    return new PiProgram(context, memory, runs, handle, uuid, notes);
  }

  /** {@return the notes on the kernels of a program with this handle, maybe made by others} */
  KernelNotes notesOf(long program) {
    if (program == 0) {
      return KernelNotes.of(SourceFacts.none(context, WorkItemUse.UNKNOWN));
    }
    synchronized (programs) {
      for (PiProgram each : programs) {
        if (!each.isClosed() && each.handle().value() == program) {
          return each.notes();
        }
      }
    }
    Query.Question text =
        (size, value, sizeRet) ->
            context.pi.programGetInfo(program, PROGRAM_SOURCE, size, value, sizeRet);
    Query.Question options =
        (size, value, sizeRet) ->
            context.pi.programGetBuildInfo(
                program, context.device, BUILD_OPTIONS, size, value, sizeRet);
    String source = Query.textIfKnown(context.results, "source of program", text);
    if (!source.isEmpty()) {
      return notes(
          Image.source(OF_A_HANDLE, source)
              .withOptions(Query.textIfKnown(context.results, "options of program", options)));
    }
    Query.Question il =
        (size, value, sizeRet) ->
            context.pi.programGetInfo(program, PROGRAM_IL, size, value, sizeRet);
    byte[] module = Query.isAnswered(il) ? Query.bytes(context.results, "code", il) : new byte[0];
    return notes(Image.of(OF_A_HANDLE, Content.of(module), ImageFormat.SPIRV));
  }

  /** The default queue. */
  PiQueue runs() {
    return runs;
  }

  @Override
  public Optional<Program> loaded() {
    synchronized (programs) {
      programs.removeIf(PiProgram::isClosed);
      return programs.isEmpty() ? Optional.empty() : Optional.of(programs.getLast());
    }
  }

  void close() {
    List<PiProgram> open;
    synchronized (programs) {
      open = List.copyOf(programs);
      programs.clear();
    }
    open.forEach(PiProgram::close);
  }
}
