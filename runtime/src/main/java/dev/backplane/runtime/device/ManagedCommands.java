package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Commands;
import dev.backplane.api.ErrorCode;
import java.time.Duration;

/** Commands in packets: buffers become the driver's own. */
final class ManagedCommands implements Commands {
  private final Commands target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedCommands(Commands target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public void submit(Buffer packet, Buffer... dependencies) {
    Buffer own = own(packet, "submit");
    Buffer[] before = new Buffer[dependencies.length];
    for (int i = 0; i < before.length; i++) {
      before[i] = own(dependencies[i], "submit");
    }
    origin.tell("submit", () -> target.submit(own, before));
  }

  @Override
  public boolean await(Duration timeout) {
    return origin.ask("await commands", () -> target.await(timeout));
  }

  @Override
  public boolean abort(Buffer packet) {
    Buffer own = own(packet, "abort");
    return origin.ask("abort", () -> target.abort(own));
  }

  private Buffer own(Buffer buffer, String operation) {
    if (buffer instanceof ManagedBuffer managed && managed.isOf(device)) {
      return managed.target();
    }
    throw origin
        .error(ErrorCode.NO_SUCH_BUFFER, "the buffer was not made from this device")
        .during(operation)
        .remedy("Allocate it from the facet Memory of this device")
        .build();
  }
}
