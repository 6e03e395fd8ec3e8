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
final class ManagedKernel extends CheckedKernel {
  private final String name;
  private final List<Argument> arguments;

  ManagedKernel(Handle<Kernel> handle) {
    super(handle);
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
  public Buffer buffer(String argument, long bytes) {
    String operation = "buffer for " + name;
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
    String operation = "start " + name;
    @Nullable ManagedBuffer[] used = new ManagedBuffer[arguments.size()];
    boolean started = false;
    try {
      if (!device.runs().startBegins()) {
        throw device.origin().lifetime().closed(operation);
      }
      Object[] own = use(operation, values, used);
      Run run = origin.ask(operation, () -> target.start(own));
      List<UsedMemory> held =
          Arrays.stream(used).filter(Objects::nonNull).<UsedMemory>map(each -> each).toList();
      Origin ofDevice = origin.within(device.origin().lifetime());
      ManagedRun managed = new ManagedRun(new Handle<>(device, ofDevice, run, "run"), name, held);
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
      ManagedPreparedRun managed =
          new ManagedPreparedRun(new Handle<>(device, itsOwn, run, "prepared run"), this, used);
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
    lifetime.check(operation);
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
        buffer.beginUse(operation);
        used[i] = buffer;
        own[i] = buffer.target;
      } else {
        own[i] = checked(operation, argument, values[i]);
      }
    }
    return own;
  }

  private static void release(@Nullable ManagedBuffer[] used) {
    for (ManagedBuffer buffer : used) {
      if (buffer != null) {
        buffer.endUse();
      }
    }
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
    if (value instanceof ManagedBuffer buffer && buffer.device == device) {
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
