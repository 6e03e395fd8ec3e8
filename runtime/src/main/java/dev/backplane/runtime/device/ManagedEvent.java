package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.plugin.Thrown;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The event of a command. One whose command uses memory stays with the device until the command has
 * ended, even if its holder closes it before.
 */
class ManagedEvent implements Event {
  private final Handle<? extends Event> handle;
  private final Event target;

  ManagedEvent(Handle<? extends Event> handle) {
    this.handle = handle;
    target = handle.target();
  }

  /** The event of a command that uses memory, which has been noted. */
  static ManagedEvent of(Handle<Event> handle, List<? extends UsedMemory> uses) {
    return uses.isEmpty() ? new ManagedEvent(handle) : new OfTransfer(handle, uses);
  }

  final boolean isOf(OpenDevice device) {
    return handle.device() == device;
  }

  /** The driver's event, if it is open. */
  final Event target(String operation) {
    handle.lifetime().check(operation);
    return target;
  }

  final Handle<? extends Event> handle() {
    return handle;
  }

  @Override
  public Status status() {
    return handle.origin().ask("status", target::status);
  }

  @Override
  public void await(Duration timeout) {
    handle.lifetime().check("await event");
    if (timeout.isNegative()) {
      throw handle
          .origin()
          .error(ErrorCode.INVALID_ARGUMENT, "a timeout cannot be negative: " + timeout)
          .during("await event")
          .build();
    }
    try {
      target.await(timeout);
    } catch (Throwable e) {
      throw handle.origin().failed("await", e);
    }
  }

  @Override
  public CompletionStage<Void> whenDone(Consumer<Status> callback) {
    return handle.origin().ask("when done", () -> target.whenDone(callback));
  }

  @Override
  public CompletionStage<Void> completion() {
    return handle.origin().ask("completion of event", target::completion);
  }

  @Override
  public Times times() {
    return handle.origin().ask("times", target::times);
  }

  @Override
  public void close() {
    handle.close();
  }

  @Override
  public String toString() {
    return handle.toString();
  }

  /** The event of a command that reads or writes memory. */
  private static final class OfTransfer extends ManagedEvent implements MemoryUser {
    private final List<? extends UsedMemory> uses;
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile boolean closed;

    OfTransfer(Handle<Event> handle, List<? extends UsedMemory> uses) {
      super(handle);
      this.uses = uses;
      handle.device().runs().addTransfer(this);
    }

    @Override
    public Status status() {
      Status status = super.status();
      if (status.isFinal()) {
        settle();
      }
      return status;
    }

    @Override
    public void await(Duration timeout) {
      try {
        super.await(timeout);
      } catch (BackplaneException e) {
        // A timeout says nothing of the command.
        settleIfEnded();
        throw e;
      }
      settle();
    }

    @Override
    public void close() {
      handle().endOnce();
      closed = true;
      settleIfEnded();
    }

    private void settle() {
      if (settled.compareAndSet(false, true)) {
        uses.forEach(UsedMemory::release);
        handle().device().runs().removeUser(this);
      }
      if (closed) {
        handle().closeTarget();
      }
    }

    @Override
    public boolean uses(UsedMemory memory) {
      return !settled.get() && uses.stream().anyMatch(used -> used == memory);
    }

    @Override
    public void settleIfEnded() {
      try {
        if (settled.get() || handle().target().status().isFinal()) {
          settle();
        }
      } catch (Throwable e) {
        // A command that cannot even say where it stands is not known to have ended.
        System.getLogger(ManagedEvent.class.getName())
            .log(System.Logger.Level.WARNING, "status of " + this, Thrown.printable(e));
      }
    }
  }
}
