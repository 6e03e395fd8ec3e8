package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Program;
import dev.backplane.api.pi.CompiledCode;
import dev.backplane.api.pi.Linker;
import dev.backplane.driverkit.NativeHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Programs of parts that are compiled one by one. */
final class PiLinker implements Linker {
  private final PiContext context;
  private final PiImages images;
  private final Build build;

  PiLinker(PiContext context, PiImages images) {
    this.context = context;
    this.images = images;
    build = new Build(context);
  }

  @Override
  public CompiledCode compile(Image code) {
    images.checkCode("compile", code);
    if (code.format() == ImageFormat.NATIVE) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, code.name() + " is a binary, which is compiled already")
          .during("compile " + code.name())
          .remedy("Load it")
          .build();
    }
    KernelNotes notes = KernelNotes.of(context, code, build::compile);
    return new Compiled(context, build.compile(code), build, code, notes);
  }

  @Override
  public Program link(List<CompiledCode> parts, String options) {
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
      List<Image> codes = held.stream().map(part -> part.code).toList();
      SourceFacts facts =
          SourceFacts.ofParts(
              context,
              held.stream().map(part -> part.notes.source()).toList(),
              (part, instead) -> build.compileAndLink(replaced(codes, part, instead), ""));
      KernelNotes notes = new KernelNotes(List.of(), Map.of(), joined(held), facts);
      return images.program(build.link(handles, options), UUID.randomUUID(), notes);
    } finally {
      held.forEach(part -> part.handle.end());
    }
  }

  /** Returns the kernels of all parts; two parts cannot tell different things of one. */
  private static Map<String, List<Parameter>> joined(List<Compiled> parts) {
    Map<String, List<Parameter>> signatures = new LinkedHashMap<>();
    Map<String, Compiled> tellers = new HashMap<>();
    for (Compiled part : parts) {
      part.notes
          .signatures()
          .forEach(
              (kernel, signature) -> {
                List<Parameter> other = signatures.putIfAbsent(kernel, signature);
                Compiled teller = tellers.putIfAbsent(kernel, part);
                if (other != null && teller != null && !passedAlike(other, signature)) {
                  throw BackplaneException.because(
                          ErrorCode.BUILD_FAILED,
                          "kernel %s takes %s in %s and %s in %s"
                              .formatted(
                                  kernel,
                                  arguments(other),
                                  teller.code.name(),
                                  arguments(signature),
                                  part.code.name()))
                      .during("link")
                      .remedy("Define the kernel in one of the parts")
                      .build();
                }
              });
    }
    return signatures;
  }

  private static boolean passedAlike(List<Parameter> one, List<Parameter> other) {
    return one.stream()
        .map(Parameter::type)
        .toList()
        .equals(other.stream().map(Parameter::type).toList());
  }

  private static String arguments(List<Parameter> parameters) {
    return parameters.stream().map(Parameter::type).collect(Collectors.joining(", ", "(", ")"));
  }

  private static List<Image> replaced(List<Image> codes, int index, Image instead) {
    List<Image> others = new ArrayList<>(codes);
    others.set(index, instead);
    return others;
  }

  /** Compiled code. */
  private static final class Compiled implements CompiledCode, MadeFrom {
    private final PiContext context;
    private final NativeHandle handle;
    private final String log;
    private final Image code;
    private final KernelNotes notes;

    Compiled(PiContext context, long program, Build build, Image code, KernelNotes notes) {
      this.code = code;
      this.notes = notes;
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
