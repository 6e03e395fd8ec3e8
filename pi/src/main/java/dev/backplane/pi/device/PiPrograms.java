package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.CompiledCode;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import dev.backplane.driverkit.NativeHandle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Building of programs, and what the device can build them from. */
final class PiPrograms implements Programs {
  private static final int DEVICE_COMPILER_AVAILABLE = 0x1028;
  private static final int DEVICE_IL_VERSION = 0x105B;

  private final PiContext context;
  private final PiMemory memory;
  private final PiQueue runs;
  private final Build build;
  private final Set<ProgramCode.Form> forms;

  PiPrograms(PiContext context, PiMemory memory, PiQueue runs) {
    this.context = context;
    this.memory = memory;
    this.runs = runs;
    build = new Build(context);
    forms = EnumSet.of(ProgramCode.Form.BINARY);
    if (context.deviceNumber(DEVICE_COMPILER_AVAILABLE) != 0) {
      forms.add(ProgramCode.Form.SOURCE);
    }
    if (takesSpirv()) {
      forms.add(ProgramCode.Form.SPIRV);
    }
  }

  /** The default queue. */
  PiQueue runs() {
    return runs;
  }

  private boolean takesSpirv() {
    Query.Question question =
        (size, value, sizeRet) ->
            context.pi.deviceGetInfo(context.device, DEVICE_IL_VERSION, size, value, sizeRet);
    return Query.isAnswered(question)
        && Query.text(context.results, "forms of programs", question).contains("SPIR-V");
  }

  @Override
  public Set<ProgramCode.Form> forms() {
    return Set.copyOf(forms);
  }

  @Override
  public BuiltProgram build(ProgramCode code) {
    return build(code, UUID.nameUUIDFromBytes(code.bytes()), KernelNotes.of(WorkItemUse.of(code)));
  }

  /** Builds a program of whose kernels something is known. */
  PiProgram build(ProgramCode code, UUID uuid, KernelNotes notes) {
    checkForm("build", code);
    // A program of source that includes headers is compiled first: only compiling takes them.
    return code.headers().isEmpty()
        ? program(build.build(code), uuid, notes)
        : program(linked(code), uuid, notes);
  }

  private long linked(ProgramCode code) {
    long compiled = build.compile(code);
    try {
      return build.link(List.of(compiled), "");
    } finally {
      context.pi.programRelease(compiled);
    }
  }

  /** A program of a handle, which is released with it. */
  PiProgram program(long handle, UUID uuid, KernelNotes notes) {
    return PiContext.ofHandle(
        handle, program -> made(program, uuid, notes), context.pi::programRelease);
  }

  PiProgram made(long handle, UUID uuid, KernelNotes notes) {
    return new PiProgram(context, memory, runs, handle, uuid, notes);
  }

  @Override
  public CompiledCode compile(ProgramCode code) {
    checkForm("compile", code);
    if (code.form() == ProgramCode.Form.BINARY) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, code + " is a binary, which is compiled already")
          .during("compile " + code)
          .remedy("Build it")
          .build();
    }
    return new Compiled(context, build.compile(code), build, WorkItemUse.of(code));
  }

  @Override
  public BuiltProgram link(List<CompiledCode> parts, String options) {
    if (parts.isEmpty()) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "there is nothing to link")
          .during("link")
          .remedy("Compile something first")
          .build();
    }
    List<Compiled> held = new ArrayList<>();
    List<Long> handles = new ArrayList<>();
    try {
      for (CompiledCode part : parts) {
        Compiled own = context.own(Compiled.class, part, "link");
        handles.add(own.handle.begin("link"));
        held.add(own);
      }
      WorkItemUse use =
          held.stream().map(part -> part.use).reduce(WorkItemUse.TASK, WorkItemUse::and);
      return program(build.link(handles, options), UUID.randomUUID(), KernelNotes.of(use));
    } finally {
      held.forEach(part -> part.handle.end());
    }
  }

  private void checkForm(String operation, ProgramCode code) {
    if (!forms.contains(code.form())) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device builds no programs of " + code.form() + ", only of " + forms)
          .during(operation + " " + code)
          .remedy("Give the program in another form, or use another device")
          .build();
    }
  }

  /** Compiled code. */
  private static final class Compiled implements CompiledCode, MadeFrom {
    private final PiContext context;
    private final NativeHandle handle;
    private final String log;
    private final WorkItemUse use;

    Compiled(PiContext context, long program, Build build, WorkItemUse use) {
      this.use = use;
      this.context = context;
      handle =
          new NativeHandle("the compiled code", program, () -> context.pi.programRelease(program));
      log = build.log(program);
    }

    @Override
    public boolean isOf(PiContext other) {
      return context == other;
    }

    @Override
    public String log() {
      return log;
    }

    @Override
    public void close() {
      handle.close();
    }
  }
}
