package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.util.List;

/** A kernel that checks its arguments and keeps their buffers alive while it runs. */
final class ManagedKernel extends CheckedKernel {
  private final KernelArguments arguments;

  ManagedKernel(Handle<Kernel> handle) {
    super(handle);
    arguments =
        new KernelArguments(
            origin, origin.ask("kernel", target::name), origin.ask("kernel", target::arguments));
  }

  @Override
  public String name() {
    return arguments.kernel();
  }

  @Override
  public List<Argument> arguments() {
    return arguments.all();
  }

  @Override
  public Buffer buffer(String argument, long bytes) {
    String operation = "buffer for " + name();
    lifetime.check(operation);
    Argument wanted = argument(argument);
    if (wanted.kind() != Argument.Kind.BUFFER && wanted.kind() != Argument.Kind.OTHER) {
      throw origin
          .error(ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + wanted + " takes no buffer")
          .during(operation)
          .remedy("Pass a number for it to start")
          .build();
    }
    if (bytes <= 0) {
      throw origin.tooSmall(operation, "bytes", bytes, 1, ErrorCode.INVALID_ARGUMENT);
    }
    return ManagedBuffer.adopt(
        this, operation, origin.ask(operation, () -> target.buffer(argument, bytes)));
  }

  @Override
  public Run start(Object... values) {
    String operation = "start " + name();
    lifetime.check(operation);
    try (Arguments own = new Arguments(this, operation)) {
      if (!device.runs().startBegins()) {
        throw device.origin().lifetime().closed(operation);
      }
      Object[] passed = passed(operation, values, own);
      Run run = origin.ask(operation, () -> target.start(passed));
      return ManagedRun.adopt(this, name(), run, own);
    } finally {
      device.runs().startEnded();
    }
  }

  @Override
  public Call call() {
    return managed(origin.ask("make call of", target::call));
  }

  @Override
  public Call bind(Object... values) {
    String operation = "bind " + name();
    lifetime.check(operation);
    try (Arguments own = new Arguments(this, operation)) {
      Object[] passed = passed(operation, values, own);
      ManagedCall call = managed(origin.ask(operation, () -> target.bind(passed)));
      call.bind(values, own);
      return call;
    }
  }

  private ManagedCall managed(Call call) {
    return new ManagedCall(
        device.adopt(origin, "make call of", "call of " + name(), call), lifetime);
  }

  /** Checks values, begins to use the buffers among them, and gives what the driver is passed. */
  private Object[] passed(String operation, Object[] values, Arguments own) {
    arguments.checkCount(operation, values.length);
    Object[] passed = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      boolean buffer = values[i] instanceof Buffer;
      Object driver = buffer ? own.take(values[i]) : values[i];
      arguments.check(operation, i, values[i]);
      passed[i] = driver;
    }
    return passed;
  }

  @Override
  public String toString() {
    return "kernel " + name() + " of " + origin.device();
  }
}
