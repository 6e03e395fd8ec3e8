package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.Content;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Makes programs of code, compiles and links them, and tells what the compiler said. */
final class Build {
  private static final int BUILD_LOG = 0x1183;

  /** The most characters of a log that are kept: longer logs repeat themselves. */
  private static final int LONGEST_LOG = 16_384;

  /** An option by which the compiler keeps names and types of arguments. */
  private static final String KEEP_ARGUMENTS = "-cl-kernel-arg-info";

  private final PiContext context;
  private final Pi pi;

  Build(PiContext context) {
    this.context = context;
    pi = context.pi;
  }

  /** A program that was compiled and linked; its handle is the caller's. */
  long build(Image code) {
    return use(
        make(code),
        program -> {
          try (Arena arena = Arena.ofConfined()) {
            int result =
                compiler(
                    () -> pi.programBuild(program, 1, device(arena), options(code, arena), 0, 0));
            check(result, "build " + code.name(), program, code);
          }
        });
  }

  /** A program that was compiled; its handle is the caller's. */
  long compile(Image code) {
    List<Long> headers = new ArrayList<>();
    try {
      return use(
          make(code),
          program -> {
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment handles =
                  arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, code.headers().size()));
              MemorySegment names =
                  arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, code.headers().size()));
              for (Map.Entry<String, String> header : code.headers().entrySet()) {
                long made = source(Content.of(header.getValue()));
                handles.setAtIndex(ValueLayout.JAVA_LONG, headers.size(), made);
                names.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    headers.size(),
                    CText.write(header.getKey(), arena).address());
                headers.add(made);
              }
              int count = headers.size();
              int result =
                  compiler(
                      () ->
                          pi.programCompile(
                              program,
                              1,
                              device(arena),
                              options(code, arena),
                              count,
                              count == 0 ? 0 : handles.address(),
                              count == 0 ? 0 : names.address(),
                              0,
                              0));
              check(result, "compile " + code.name(), program, code);
            }
          });
    } finally {
      headers.forEach(pi::programRelease);
    }
  }

  /** A program of parts that are compiled for it; its handle is the caller's. */
  long compileAndLink(List<Image> parts, String options) {
    List<Long> compiled = new ArrayList<>();
    try {
      parts.forEach(part -> compiled.add(compile(part)));
      return link(compiled, options);
    } finally {
      compiled.forEach(pi::programRelease);
    }
  }

  /**
   * A program that was linked; its handle is the caller's. Some linkers forget what they are not
   * told to keep, some do not know that they can be told.
   */
  long link(List<Long> parts, String options) {
    if (!keepsArguments(options)) {
      try {
        return linked(parts, (options + " " + KEEP_ARGUMENTS).strip());
      } catch (BackplaneException e) {
        // Without the option it fails too, unless that was the reason.
        return linked(parts, options);
      }
    }
    return linked(parts, options);
  }

  private long linked(List<Long> parts, String options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handles = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, parts.size()));
      for (int i = 0; i < parts.size(); i++) {
        handles.setAtIndex(ValueLayout.JAVA_LONG, i, parts.get(i));
      }
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      int result =
          compiler(
              () ->
                  pi.programLink(
                      context.handle,
                      1,
                      device(arena),
                      CText.write(options, arena).address(),
                      parts.size(),
                      handles.address(),
                      0,
                      0,
                      out.address()));
      long program = out.get(ValueLayout.JAVA_LONG, 0);
      if (result == PiResult.SUCCESS) {
        return program;
      }
      try {
        String log = program == 0 ? "" : log(program);
        throw result == PiResult.INVALID_LINKER_OPTIONS
            ? unknownOptions("link", "linker", options, log)
            : failed(result, "link", log);
      } finally {
        if (program != 0) {
          pi.programRelease(program);
        }
      }
    }
  }

  /** Calls a compiler, which may put its own handlers of faults in place of the JVM's. */
  private static int compiler(IntSupplier call) {
    try (HandlerGuard _ = HandlerGuard.begin()) {
      return call.getAsInt();
    }
  }

  /** {@return the compiler's output for a program; empty if it has none} */
  String log(long program) {
    Query.Question question =
        (size, value, sizeRet) ->
            pi.programGetBuildInfo(program, context.device, BUILD_LOG, size, value, sizeRet);
    if (!Query.isAnswered(question)) {
      return "";
    }
    String log = Query.text(context.results, "build log", question).strip();
    return log.length() <= LONGEST_LOG ? log : log.substring(0, LONGEST_LOG) + "\n...";
  }

  @FunctionalInterface
  private interface Step {
    void on(long program);
  }

  private long use(long program, Step step) {
    return PiContext.ofHandle(
        program,
        made -> {
          step.on(made);
          return made;
        },
        pi::programRelease);
  }

  private void check(int result, String operation, long program, Image code) {
    if (result == PiResult.SUCCESS) {
      return;
    }
    if (result == PiResult.INVALID_BUILD_OPTIONS || result == PiResult.INVALID_COMPILER_OPTIONS) {
      throw unknownOptions(operation, "compiler", code.options(), log(program));
    }
    throw failed(result, operation, log(program));
  }

  private static BackplaneException unknownOptions(
      String operation, String who, String options, String log) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT,
            "the %s does not know the options '%s'".formatted(who, options) + said(log))
        .during(operation)
        .remedy("Use options of OpenCL's compilers")
        .build();
  }

  private BackplaneException failed(int result, String operation, String log) {
    return switch (Results.code(result)) {
      case BUILD_FAILED ->
          BackplaneException.because(
                  ErrorCode.BUILD_FAILED,
                  PiResult.name(result)
                      + (log.isEmpty() ? "; the compiler says nothing" : said(log)))
              .during(operation)
              .remedy(
                  operation.equals("link") && log.isEmpty()
                      ? "Define each function and kernel that is used in one of the parts, and only"
                          + " there"
                      : "Correct the program where the log says")
              .build();
      default -> Results.error(result, operation, log.isEmpty() ? "" : said(log).strip(), "");
    };
  }

  private static String said(String log) {
    return log.isEmpty() ? "" : "; the compiler says:\n" + log + "\n";
  }

  private long make(Image code) {
    if (code.size() == 0) {
      throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "there is no code: 0 bytes")
          .during("build " + code.name())
          .remedy("Give source, SPIR-V or a binary of the device")
          .build();
    }
    long program =
        switch (code.format()) {
          case SOURCE -> source(withName(code));
          case SPIRV -> spirv(code);
          default -> binary(code);
        };
    return use(program, made -> specialize(made, code));
  }

  /** Puts a line in front of the source by which the compiler knows its name. */
  private static Content withName(Image code) {
    String name = code.name().replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", " ");
    return Content.of("#line 1 \"" + name + "\"\n" + code.content().text());
  }

  private long source(Content text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = copy(text, arena);
      MemorySegment strings = arena.allocate(ValueLayout.JAVA_LONG);
      strings.set(ValueLayout.JAVA_LONG, 0, bytes.address());
      MemorySegment lengths = arena.allocate(ValueLayout.JAVA_LONG);
      lengths.set(ValueLayout.JAVA_LONG, 0, text.size());
      return context.make(
          "make program",
          "source in OpenCL C",
          out ->
              pi.programCreateWithSource(
                  context.handle, 1, strings.address(), lengths.address(), out));
    }
  }

  private long spirv(Image code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = copy(code.content(), arena);
      return context.make(
          "make program of " + code.name(),
          "SPIR-V",
          out -> pi.programCreate(context.handle, bytes.address(), code.size(), out));
    }
  }

  private long binary(Image code) {
    PackedBinary binary = PackedBinary.unpack(code);
    String problem = binary.isOurs() ? "" : context.guard.againstBinary(binary.code());
    if (!problem.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_INVALID,
              "the device's compiler cannot be given the binary: " + problem)
          .during("make program of " + code.name())
          .remedy(
              "Build the program from source, or give a binary that is whole and of this device")
          .build();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = copy(binary.code(), arena);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_LONG);
      length.set(ValueLayout.JAVA_LONG, 0, binary.code().size());
      MemorySegment pointer = arena.allocate(ValueLayout.JAVA_LONG);
      pointer.set(ValueLayout.JAVA_LONG, 0, bytes.address());
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      return context.make(
          "make program of " + code.name(),
          "a binary of " + binary.code().size() + " bytes",
          out ->
              pi.programCreateWithBinary(
                  context.handle,
                  1,
                  device(arena),
                  length.address(),
                  pointer.address(),
                  0,
                  0,
                  status.address(),
                  out));
    }
  }

  private void specialize(long program, Image code) {
    code.constants()
        .forEach(
            (id, bytes) -> {
              try (Slab.Frame frame = Slab.frame()) {
                MemorySegment value = copy(bytes, frame);
                context.results.check(
                    pi.programSetSpecializationConstant(program, id, bytes.size(), value.address()),
                    "set specialization constant " + id + " of " + code.name());
              }
            });
  }

  /** Copies bytes, and a zero behind them. */
  private static MemorySegment copy(Content content, SegmentAllocator memory) {
    MemorySegment copy = memory.allocate(content.size() + 1L, Long.BYTES);
    copy.set(ValueLayout.JAVA_BYTE, content.size(), (byte) 0);
    return copy.copyFrom(MemorySegment.ofBuffer(content.buffer()));
  }

  private long device(Arena arena) {
    MemorySegment device = arena.allocate(ValueLayout.JAVA_LONG);
    device.set(ValueLayout.JAVA_LONG, 0, context.device);
    return device.address();
  }

  private static boolean keepsArguments(String options) {
    return List.of(options.split("\\s+")).contains(KEEP_ARGUMENTS);
  }

  private static long options(Image code, Arena arena) {
    boolean keep = code.format() == ImageFormat.SOURCE && !keepsArguments(code.options());
    return CText.write((code.options() + (keep ? " " + KEEP_ARGUMENTS : "")).strip(), arena)
        .address();
  }
}
