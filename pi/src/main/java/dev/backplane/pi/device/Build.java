package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ProgramCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.Pi;
import dev.backplane.pi.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes programs of code, compiles and links them, and tells what the compiler said. */
final class Build {
  private static final int BUILD_LOG = 0x1183;

  /** Longer logs repeat themselves. */
  private static final int LONGEST_LOG = 16_384;

  /** Has the compiler keep names and types of arguments. */
  private static final String KEEP_ARGUMENTS = "-cl-kernel-arg-info";

  private final PiContext context;
  private final Pi pi;

  Build(PiContext context) {
    this.context = context;
    pi = context.pi;
  }

  /** A program that was compiled and linked; its handle is the caller's. */
  long build(ProgramCode code) {
    return use(
        make(code),
        program -> {
          try (Arena arena = Arena.ofConfined()) {
            int result = pi.programBuild(program, 1, device(arena), options(code, arena), 0, 0);
            check(result, "build " + code, program, code);
          }
        });
  }

  /** A program that was compiled; its handle is the caller's. */
  long compile(ProgramCode code) {
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
                long made = source(header.getValue().getBytes(StandardCharsets.UTF_8));
                handles.setAtIndex(ValueLayout.JAVA_LONG, headers.size(), made);
                names.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    headers.size(),
                    CText.write(header.getKey(), arena).address());
                headers.add(made);
              }
              int count = headers.size();
              int result =
                  pi.programCompile(
                      program,
                      1,
                      device(arena),
                      options(code, arena),
                      count,
                      count == 0 ? 0 : handles.address(),
                      count == 0 ? 0 : names.address(),
                      0,
                      0);
              check(result, "compile " + code, program, code);
            }
          });
    } finally {
      headers.forEach(pi::programRelease);
    }
  }

  /** A program that was linked; its handle is the caller's. */
  long link(List<Long> parts, String options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handles = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, parts.size()));
      for (int i = 0; i < parts.size(); i++) {
        handles.setAtIndex(ValueLayout.JAVA_LONG, i, parts.get(i));
      }
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      int result =
          pi.programLink(
              context.handle,
              1,
              device(arena),
              CText.write(options, arena).address(),
              parts.size(),
              handles.address(),
              0,
              0,
              out.address());
      long program = out.get(ValueLayout.JAVA_LONG, 0);
      if (result == PiResult.SUCCESS) {
        return program;
      }
      try {
        String log = program == 0 ? "" : log(program);
        throw failed(result, "link", log);
      } finally {
        if (program != 0) {
          pi.programRelease(program);
        }
      }
    }
  }

  /** What the compiler said, possibly nothing. */
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

  private void check(int result, String operation, long program, ProgramCode code) {
    if (result == PiResult.SUCCESS) {
      return;
    }
    if (result == PiResult.INVALID_BUILD_OPTIONS || result == PiResult.INVALID_COMPILER_OPTIONS) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the compiler does not know the options '"
                  + code.options()
                  + "'"
                  + said(log(program)))
          .during(operation)
          .remedy("Use options of OpenCL's compilers")
          .build();
    }
    throw failed(result, operation, log(program));
  }

  private BackplaneException failed(int result, String operation, String log) {
    return switch (Results.code(result)) {
      case BUILD_FAILED ->
          BackplaneException.because(
                  ErrorCode.BUILD_FAILED,
                  PiResult.name(result)
                      + (log.isEmpty() ? "; the compiler says nothing" : said(log)))
              .during(operation)
              .remedy("Correct the program where the log says")
              .build();
      default -> Results.error(result, operation, log.isEmpty() ? "" : said(log).strip(), "");
    };
  }

  private static String said(String log) {
    return log.isEmpty() ? "" : "; the compiler says:\n" + log + "\n";
  }

  private long make(ProgramCode code) {
    if (code.bytes().length == 0) {
      throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "there is no code: 0 bytes")
          .during("build " + code)
          .remedy("Give source, SPIR-V or a binary of the device")
          .build();
    }
    long program =
        switch (code.form()) {
          case SOURCE -> source(withName(code));
          case SPIRV -> spirv(code);
          case BINARY -> binary(code);
        };
    return use(program, made -> specialize(made, code));
  }

  /** Has the compiler call the source by its name. */
  private static byte[] withName(ProgramCode code) {
    String name = code.name().replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", " ");
    return ("#line 1 \"" + name + "\"\n" + new String(code.bytes(), StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  private long source(byte[] text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(text.length + 1L);
      MemorySegment.copy(text, 0, bytes, ValueLayout.JAVA_BYTE, 0, text.length);
      MemorySegment strings = arena.allocate(ValueLayout.JAVA_LONG);
      strings.set(ValueLayout.JAVA_LONG, 0, bytes.address());
      MemorySegment lengths = arena.allocate(ValueLayout.JAVA_LONG);
      lengths.set(ValueLayout.JAVA_LONG, 0, text.length);
      return context.make(
          "make program",
          "source in OpenCL C",
          out ->
              pi.programCreateWithSource(
                  context.handle, 1, strings.address(), lengths.address(), out));
    }
  }

  private long spirv(ProgramCode code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(code.bytes().length, Long.BYTES);
      MemorySegment.copy(code.bytes(), 0, bytes, ValueLayout.JAVA_BYTE, 0, code.bytes().length);
      return context.make(
          "make program of " + code,
          "SPIR-V",
          out -> pi.programCreate(context.handle, bytes.address(), bytes.byteSize(), out));
    }
  }

  private long binary(ProgramCode code) {
    PackedBinary binary = PackedBinary.unpack(code);
    String problem = binary.isOurs() ? "" : context.precautions.againstBinary(binary.code());
    if (!problem.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_INVALID,
              "the device's compiler cannot be given the binary: " + problem)
          .during("make program of " + code)
          .remedy(
              "Build the program from source, or give a binary that is whole and of this device")
          .build();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, binary.code().length), Long.BYTES);
      MemorySegment.copy(binary.code(), 0, bytes, ValueLayout.JAVA_BYTE, 0, binary.code().length);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_LONG);
      length.set(ValueLayout.JAVA_LONG, 0, binary.code().length);
      MemorySegment pointer = arena.allocate(ValueLayout.JAVA_LONG);
      pointer.set(ValueLayout.JAVA_LONG, 0, bytes.address());
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      return context.make(
          "make program of " + code,
          "a binary of " + binary.code().length + " bytes",
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

  private void specialize(long program, ProgramCode code) {
    code.constants()
        .forEach(
            (id, bytes) -> {
              try (Slab.Frame frame = Slab.frame()) {
                MemorySegment value = frame.allocate(Math.max(1, bytes.length), Long.BYTES);
                MemorySegment.copy(bytes, 0, value, ValueLayout.JAVA_BYTE, 0, bytes.length);
                context.results.check(
                    pi.programSetSpecializationConstant(program, id, bytes.length, value.address()),
                    "set specialization constant " + id + " of " + code);
              }
            });
  }

  private long device(Arena arena) {
    MemorySegment device = arena.allocate(ValueLayout.JAVA_LONG);
    device.set(ValueLayout.JAVA_LONG, 0, context.device);
    return device.address();
  }

  private static long options(ProgramCode code, Arena arena) {
    boolean keep =
        code.form() == ProgramCode.Form.SOURCE && !code.options().contains(KEEP_ARGUMENTS);
    return CText.write((code.options() + (keep ? " " + KEEP_ARGUMENTS : "")).strip(), arena)
        .address();
  }
}
