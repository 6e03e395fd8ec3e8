package dev.backplane.nulldriver;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import java.util.List;
import java.util.Set;

/** One kernel, which takes a buffer and a number and leaves them alone. */
final class NullKernels implements Kernels {
  static final String NAME = "nothing";

  private final Kernel nothing;

  NullKernels(NullMemory memory) {
    nothing = new Nothing(memory);
  }

  @Override
  public List<String> kernels() {
    return List.of(NAME);
  }

  @Override
  public Kernel kernel(String name) {
    if (!name.equals(NAME)) {
      throw new BackplaneException(
          ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'; there are " + kernels());
    }
    return nothing;
  }

  @Override
  public Set<RunAbility> abilities() {
    return Set.of();
  }

  private record Nothing(NullMemory memory) implements Kernel {
    private static final List<Argument> ARGUMENTS =
        List.of(
            new Argument(0, "data", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(0)),
            new Argument(1, "n", Argument.Kind.SCALAR, "int", 4, 0x1c, List.of()));

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<Argument> arguments() {
      return ARGUMENTS;
    }

    @Override
    public int computeUnits() {
      return 1;
    }

    @Override
    public Buffer buffer(String name, long bytes) {
      return memory.allocate(bytes, argument(name).banks().getFirst());
    }

    @Override
    public Run start(Object... values) {
      try (NullCall call = new NullCall(this, memory)) {
        call.setAll(values);
        NullRun run = new NullRun();
        run.start();
        return run;
      }
    }

    @Override
    public Call call() {
      return new NullCall(this, memory);
    }

    @Override
    public Call bind(Object... values) {
      return new NullCall(this, memory).setAll(values);
    }
  }
}
