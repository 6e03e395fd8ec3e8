package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageObject;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.Sampler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel that checks its arguments and keeps their buffers alive while it runs. */
final class ManagedKernel extends CheckedKernel {
  private final String name;
  private final KernelArguments arguments;

  ManagedKernel(Handle<Kernel> handle) {
    super(handle);
    name = origin.ask("kernel", target::name);
    arguments = of(origin, name, origin.ask("kernel", target::arguments));
  }

  /** {@return the arguments of a kernel, whose errors name its device} */
  static KernelArguments of(Origin origin, String name, List<Argument> arguments) {
    return new KernelArguments(name + " of " + origin.device(), arguments);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Argument> arguments() {
    return arguments.list();
  }

  @Override
  public Buffer buffer(String argument, long bytes) {
    String operation = "buffer for " + name;
    lifetime.check(operation);
    Argument wanted = argument(argument);
    origin.tell(operation, () -> arguments.checkTakesBuffer(wanted));
    if (bytes <= 0) {
      throw origin.tooSmall(operation, "bytes", bytes, 1, ErrorCode.INVALID_ARGUMENT);
    }
    return ManagedBuffer.adopt(
        this, operation, origin.ask(operation, () -> target.buffer(argument, bytes)));
  }

  @Override
  public Run start(Object... values) {
    String operation = "start " + name;
    lifetime.check(operation);
    try (Arguments own = new Arguments(this, operation)) {
      if (!device.runs().startBegins()) {
        throw device.origin().lifetime().closed(operation);
      }
      Object[] passed = passed("start", values, own);
      long begun = device.forms().now();
      Run run = origin.required(operation, target.start(passed));
      return ManagedRun.adopt(this, name, run, own, begun);
    } catch (Throwable e) {
      throw origin.failed(operation, e);
    } finally {
      device.runs().startEnded();
    }
  }

  @Override
  public Call call() {
    return managed("make call of", origin.ask("make call of", target::call));
  }

  @Override
  public Call bind(Object... values) {
    String operation = "bind " + name;
    lifetime.check(operation);
    try (Arguments own = new Arguments(this, operation)) {
      Call call = origin.required(operation, target.bind(passed("bind", values, own)));
      ManagedCall managed = managed(operation, call);
      managed.bind(values, own);
      return managed;
    } catch (Throwable e) {
      throw origin.failed(operation, e);
    }
  }

  private ManagedCall managed(String operation, Call call) {
    return device
        .forms()
        .call(device.adopt(origin, operation, "call of " + name, call), lifetime, name, arguments);
  }

  /** Checks values, begins to use the buffers among them, and gives what the driver is passed. */
  private Object[] passed(String operation, Object[] values, Arguments own) {
    arguments.checkCount(operation, values);
    Object[] passed = values.clone();
    for (int i = 0; i < values.length; i++) {
      if (isThing(values[i])) {
        passed[i] = own.take(values[i]);
      }
      arguments.check(operation, i, values[i]);
    }
    return passed;
  }

  /** {@return whether a value is of the device, and not just a value} */
  private static boolean isThing(@Nullable Object value) {
    return value instanceof Buffer || value instanceof ImageObject || value instanceof Sampler;
  }

  @Override
  public String toString() {
    return "kernel " + name + " of " + origin.device();
  }
}
