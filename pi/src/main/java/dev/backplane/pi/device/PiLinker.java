package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Program;
import dev.backplane.api.pi.CompiledCode;
import dev.backplane.api.pi.Linker;
import dev.backplane.driverkit.NativeHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

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
    SourceFacts facts = SourceFacts.of(context, code, build::compile);
    return new Compiled(context, build.compile(code), build, code, facts);
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
              held.stream().map(part -> part.facts).toList(),
              (part, instead) -> build.compileAndLink(replaced(codes, part, instead), ""));
      return images.program(build.link(handles, options), UUID.randomUUID(), KernelNotes.of(facts));
    } finally {
      held.forEach(part -> part.handle.end());
    }
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
    private final SourceFacts facts;

    Compiled(PiContext context, long program, Build build, Image code, SourceFacts facts) {
      this.code = code;
      this.facts = facts;
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
