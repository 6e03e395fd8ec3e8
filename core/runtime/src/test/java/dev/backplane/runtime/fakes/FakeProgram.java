package dev.backplane.runtime.fakes;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** One kernel, whose runs end when the test says so, or when they are cancelled. */
final class FakeProgram implements Program {
  private final FakeMemory memory;
  private final Script script;

  /** True if it was closed. */
  volatile boolean closed;

  FakeProgram(FakeMemory memory, Script script) {
    this.memory = memory;
    this.script = script;
  }

  @Override
  public UUID uuid() {
    return new UUID(1, 2);
  }

  @Override
  public List<String> kernels() {
    return List.of("twice");
  }

  @Override
  public Kernel kernel(String name) {
    if (!name.equals("twice")) {
      throw new BackplaneException(ErrorCode.NO_SUCH_KERNEL, "no kernel '" + name + "'");
    }
    return new Twice(memory, script);
  }

  @Override
  public Set<RunAbility> abilities() {
    return Set.of(RunAbility.CANCEL_RUNNING);
  }

  @Override
  public void close() {
    script.step("closeProgram");
    closed = true;
  }

  private record Twice(FakeMemory memory, Script script) implements Kernel {
    private static final List<Argument> ARGUMENTS =
        List.of(
            new Argument(0, "data", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(1)),
            new Argument(1, "n", Argument.Kind.SCALAR, "int", 4, 0x1c, List.of()));

    @Override
    public String name() {
      return "twice";
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
    public Buffer buffer(String argument, long bytes) {
      return memory.allocate(bytes, 1);
    }

    @Override
    public Run start(Object... values) {
      script.step("start");
      own(values);
      return FakeRun.started(script);
    }

    @Override
    public Call call() {
      script.step("call");
      return new FakeCall(ARGUMENTS, script);
    }

    @Override
    public Call bind(Object... values) {
      own(values);
      return call();
    }

    private static void own(Object... values) {
      if (!(values[0] instanceof FakeMemory.FakeBuffer)) {
        throw new AssertionError("the driver got a buffer that is not its own: " + values[0]);
      }
    }
  }
}
