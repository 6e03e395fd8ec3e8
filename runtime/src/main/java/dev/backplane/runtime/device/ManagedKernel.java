package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel that checks its arguments and keeps their buffers alive while it runs. */
final class ManagedKernel implements Kernel {
  private final OpenDevice device;
  private final Origin origin;
  private final Kernel target;
  private final String name;
  private final List<Argument> arguments;

  ManagedKernel(OpenDevice device, Origin origin, Kernel target) {
    this.device = device;
    this.origin = origin;
    this.target = target;
    name = origin.ask("kernel", target::name);
    arguments = List.copyOf(origin.ask("kernel", target::arguments));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Argument> arguments() {
    return arguments;
  }

  @Override
  public int computeUnits() {
    return origin.ask("compute units of " + name, target::computeUnits);
  }

  @Override
  public Buffer buffer(String argument, long bytes) {
    String operation = "buffer for " + name;
    origin.lifetime().check(operation);
    Argument wanted = argument(argument);
    if (wanted.kind() != Argument.Kind.BUFFER) {
      throw origin
          .error(ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + wanted + " takes no buffer")
          .during(operation)
          .remedy("Pass a number for it to start")
          .build();
    }
    if (bytes <= 0) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .during(operation)
          .remedy("Ask for 1 byte or more")
          .build();
    }
    return device.adopt(origin, operation, () -> target.buffer(argument, bytes));
  }

  @Override
  public Run start(Object... values) {
    String operation = "start " + name;
    origin.lifetime().check(operation);
    if (values.length != arguments.size()) {
      throw origin
          .error(
              ErrorCode.NO_SUCH_ARGUMENT,
              "takes " + arguments.size() + " values, got " + values.length + ": " + arguments)
          .during(operation)
          .remedy("Pass one value per argument, in order")
          .build();
    }
    Object[] own = new Object[values.length];
    List<ManagedBuffer> used = new ArrayList<>();
    boolean started = false;
    try {
      for (int i = 0; i < values.length; i++) {
        own[i] = checked(operation, arguments.get(i), values[i], used);
      }
      Run run = origin.ask(operation, () -> target.start(own));
      ManagedRun managed =
          new ManagedRun(
              device, origin.within(device.origin().lifetime()), run, name, List.copyOf(used));
      started = true;
      managed.watch();
      return managed;
    } finally {
      if (!started) {
        used.forEach(ManagedBuffer::release);
      }
    }
  }

  private Object checked(
      String operation, Argument argument, @Nullable Object value, List<ManagedBuffer> used) {
    if (value == null) {
      throw origin
          .error(ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " is null")
          .during(operation)
          .remedy("Pass a buffer or a number")
          .build();
    }
    if (value instanceof ManagedBuffer buffer && buffer.isOf(device)) {
      buffer.use(operation);
      used.add(buffer);
    } else if (value instanceof Buffer) {
      throw origin
          .error(
              ErrorCode.INVALID_ARGUMENT,
              "the buffer for argument " + argument + " was not made from this device")
          .during(operation)
          .remedy("Make it with kernel.buffer(\"" + argument.name() + "\", bytes)")
          .build();
    }
    try {
      argument.encode(value);
    } catch (dev.backplane.api.BackplaneException e) {
      throw e.with().during(operation).on(origin.device()).by(origin.instance()).build();
    }
    return value instanceof ManagedBuffer buffer ? buffer.target() : value;
  }

  @Override
  public String toString() {
    return "kernel " + name + " of " + origin.device();
  }
}
