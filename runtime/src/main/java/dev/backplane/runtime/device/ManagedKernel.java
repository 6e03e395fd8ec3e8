package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.Run;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
    if (wanted.kind() != Argument.Kind.BUFFER && wanted.kind() != Argument.Kind.OTHER) {
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
    @Nullable ManagedBuffer[] used = new ManagedBuffer[arguments.size()];
    boolean started = false;
    try {
      if (!device.runs().startBegins()) {
        throw device.origin().lifetime().closed(operation);
      }
      Object[] own = use(operation, values, used);
      Run run = origin.ask(operation, () -> target.start(own));
      List<ManagedBuffer> held = Arrays.stream(used).filter(Objects::nonNull).toList();
      ManagedRun managed =
          new ManagedRun(device, origin.within(device.origin().lifetime()), run, name, held);
      started = true;
      managed.watch();
      return managed;
    } finally {
      device.runs().startEnded();
      if (!started) {
        release(used);
      }
    }
  }

  @Override
  public PreparedRun prepare(Object... values) {
    String operation = "prepare " + name;
    @Nullable ManagedBuffer[] used = new ManagedBuffer[arguments.size()];
    boolean prepared = false;
    try {
      Object[] own = use(operation, values, used);
      PreparedRun run = origin.ask(operation, () -> target.prepare(own));
      Origin itsOwn = origin.within(new Lifetime("prepared run of " + name));
      ManagedPreparedRun managed = new ManagedPreparedRun(device, itsOwn, this, run, used);
      prepared = true;
      if (!device.runs().add(managed)) {
        managed.close();
        throw device.origin().lifetime().closed(operation);
      }
      return managed;
    } finally {
      if (!prepared) {
        release(used);
      }
    }
  }

  /** Checks values, notes that their buffers are used, and gives what the driver is passed. */
  private Object[] use(String operation, Object[] values, @Nullable ManagedBuffer[] used) {
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
    for (int i = 0; i < values.length; i++) {
      Argument argument = arguments.get(i);
      if (values[i] instanceof Buffer) {
        ManagedBuffer buffer = own(operation, argument, values[i]);
        buffer.use(operation);
        used[i] = buffer;
        own[i] = buffer.target();
      } else {
        own[i] = checked(operation, argument, values[i]);
      }
    }
    return own;
  }

  private static void release(@Nullable ManagedBuffer[] used) {
    for (ManagedBuffer buffer : used) {
      if (buffer != null) {
        buffer.release();
      }
    }
  }

  Lifetime lifetime() {
    return origin.lifetime();
  }

  Kernel target() {
    return target;
  }

  boolean isOf(OpenDevice other) {
    return device == other;
  }

  Argument argumentAt(int index, String operation) {
    if (index < 0 || index >= arguments.size()) {
      throw origin
          .error(ErrorCode.NO_SUCH_ARGUMENT, "kernel " + name + " has no argument " + index)
          .during(operation)
          .remedy("Its arguments are " + arguments)
          .build();
    }
    return arguments.get(index);
  }

  /** {@return a buffer as one of this device, fit for an argument} */
  ManagedBuffer own(String operation, Argument argument, Object value) {
    if (value instanceof ManagedBuffer buffer && buffer.isOf(device)) {
      encode(operation, argument, buffer);
      return buffer;
    }
    throw origin
        .error(
            ErrorCode.INVALID_ARGUMENT,
            "the buffer for argument " + argument + " was not made from this device")
        .during(operation)
        .remedy("Make it with kernel.buffer(\"" + argument.name() + "\", bytes)")
        .build();
  }

  /** {@return a number, fit for an argument} */
  Object checked(String operation, Argument argument, @Nullable Object value) {
    if (value == null) {
      throw origin
          .error(ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " is null")
          .during(operation)
          .remedy("Pass a buffer or a number")
          .build();
    }
    encode(operation, argument, value);
    return value;
  }

  private void encode(String operation, Argument argument, Object value) {
    try {
      argument.encode(value);
    } catch (BackplaneException e) {
      throw e.with().during(operation).on(origin.device()).by(origin.instance()).build();
    }
  }

  @Override
  public String toString() {
    return "kernel " + name + " of " + origin.device();
  }
}
