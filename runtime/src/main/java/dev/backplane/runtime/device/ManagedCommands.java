package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Commands;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.Arrays;

/** Commands in packets: the buffers are unwrapped, the driver looks into them. */
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
  public long handle(Buffer buffer) {
    Buffer own = own("handle", buffer);
    return origin.ask("handle", () -> target.handle(own));
  }

  @Override
  public void submit(Buffer packet, Buffer... after) {
    Buffer own = own("submit", packet);
    Buffer[] before =
        Arrays.stream(after).map(buffer -> own("submit", buffer)).toArray(Buffer[]::new);
    origin.tell("submit", () -> target.submit(own, before));
  }

  @Override
  public boolean await(Duration timeout) {
    return origin.ask("await", () -> target.await(timeout));
  }

  @Override
  public boolean abort(Buffer packet) {
    Buffer own = own("abort", packet);
    return origin.ask("abort", () -> target.abort(own));
  }

  private Buffer own(String operation, Buffer buffer) {
    if (buffer instanceof ManagedBuffer managed && managed.isOf(device)) {
      return managed.target();
    }
    throw origin
        .error(ErrorCode.NO_SUCH_BUFFER, "the buffer belongs to another device")
        .during(operation)
        .remedy("Make it with this device's memory")
        .build();
  }
}
