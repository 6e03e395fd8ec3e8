package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.BuiltProgram;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Interop;
import dev.backplane.api.Launch;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;

/**
 * Handles of the runtime below, for objects that are open; what comes in is owned by the device.
 */
final class ManagedInterop implements Interop {
  private final Interop target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedInterop(Interop target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public String backend() {
    return origin.ask("backend", target::backend);
  }

  @Override
  public long platform() {
    return origin.ask("platform", target::platform);
  }

  @Override
  public long device() {
    return origin.ask("device", target::device);
  }

  @Override
  public long context() {
    return origin.ask("context", target::context);
  }

  @Override
  public long handle(Buffer buffer) {
    if (!(buffer instanceof ManagedBuffer own) || !own.isOf(device)) {
      throw foreign("buffer");
    }
    own.use("handle");
    try {
      return origin.ask("handle", () -> target.handle(own.target()));
    } finally {
      own.release();
    }
  }

  @Override
  public long handle(Queue queue) {
    if (!(queue instanceof ManagedQueue own) || !own.isOf(device)) {
      throw foreign("queue");
    }
    Queue opened = own.target("handle");
    return origin.ask("handle", () -> target.handle(opened));
  }

  @Override
  public long handle(Event event) {
    if (!(event instanceof ManagedEvent own) || !own.isOf(device)) {
      throw foreign("event");
    }
    Event opened = own.target("handle");
    return origin.ask("handle", () -> target.handle(opened));
  }

  @Override
  public long handle(Program program) {
    Program opened =
        switch (program) {
          case ManagedBuiltProgram own when own.isOf(device) -> own.target("handle");
          case ManagedProgram own when own.isOf(device) -> {
            own.origin().lifetime().check("handle");
            yield own.target();
          }
          default -> throw foreign("program");
        };
    return origin.ask("handle", () -> target.handle(opened));
  }

  @Override
  public long handle(Launch launch) {
    if (!(launch instanceof ManagedLaunch own) || !own.isOf(device)) {
      throw foreign("launch");
    }
    Launch opened = own.target("handle");
    return origin.ask("handle", () -> target.handle(opened));
  }

  @Override
  public Buffer buffer(long handle, Ownership ownership) {
    return device.adopt(origin, "buffer of a handle", () -> target.buffer(handle, ownership));
  }

  @Override
  public Queue queue(long handle, Ownership ownership) {
    return new ManagedQueue(
        device.adopt(origin, "queue of a handle", "queue", () -> target.queue(handle, ownership)));
  }

  @Override
  public Event event(long handle, Ownership ownership) {
    return new ManagedEvent(
        device.adopt(origin, "event of a handle", "event", () -> target.event(handle, ownership)));
  }

  @Override
  public BuiltProgram program(long handle, Ownership ownership) {
    return new ManagedBuiltProgram(
        device.adopt(
            origin, "program of a handle", "program", () -> target.program(handle, ownership)));
  }

  @Override
  public Launch launch(long handle, Ownership ownership) {
    return new ManagedLaunch(
        device.adopt(
            origin, "launch of a handle", "launch", () -> target.launch(handle, ownership)),
        origin.lifetime());
  }

  private BackplaneException foreign(String what) {
    return origin
        .error(ErrorCode.INVALID_ARGUMENT, "the " + what + " was not made from this device")
        .during("handle")
        .remedy("Ask the device that it was made from")
        .build();
  }
}
