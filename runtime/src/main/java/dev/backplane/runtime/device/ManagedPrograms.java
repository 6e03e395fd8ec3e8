package dev.backplane.runtime.device;

import dev.backplane.api.BuiltProgram;
import dev.backplane.api.CompiledCode;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.Programs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Building of programs, each of which its holder closes. */
final class ManagedPrograms implements Programs {
  private final Programs target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedPrograms(Programs target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public Set<ProgramCode.Form> forms() {
    return Set.copyOf(origin.ask("forms", target::forms));
  }

  @Override
  public BuiltProgram build(ProgramCode code) {
    return new ManagedBuiltProgram(
        device.adopt(origin, "build " + code, "program " + code, () -> target.build(code)));
  }

  @Override
  public CompiledCode compile(ProgramCode code) {
    return new ManagedCompiledCode(
        device.adopt(origin, "compile " + code, "compiled " + code, () -> target.compile(code)));
  }

  @Override
  public BuiltProgram link(List<CompiledCode> parts, String options) {
    List<CompiledCode> own = new ArrayList<>();
    for (CompiledCode part : parts) {
      if (!(part instanceof ManagedCompiledCode managed) || managed.handle().device() != device) {
        throw origin
            .error(ErrorCode.INVALID_ARGUMENT, "a part was not compiled for this device")
            .during("link")
            .remedy("Compile it with the facet Programs of the same device")
            .build();
      }
      managed.handle().lifetime().check("link");
      own.add(managed.handle().target());
    }
    return new ManagedBuiltProgram(
        device.adopt(origin, "link", "linked program", () -> target.link(own, options)));
  }

  /** Compiled code, until it is closed. */
  private record ManagedCompiledCode(Handle<CompiledCode> handle) implements CompiledCode {
    @Override
    public String log() {
      return handle.origin().ask("log of compiled code", () -> handle.target().log());
    }

    @Override
    public void close() {
      handle.close();
    }
  }
}
