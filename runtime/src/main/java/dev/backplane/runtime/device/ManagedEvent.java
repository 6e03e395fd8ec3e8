package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Event;
import dev.backplane.plugin.Thrown;
import java.time.Duration;
import java.util.List;

/**
 * The event of a command. One whose command uses memory stays with the device until the command has
 * ended, even if its holder closes it before.
 */
class ManagedEvent extends CheckedEvent {
  ManagedEvent(OwnedHandle<Event> handle) {
    super(handle);
  }

  /**
   * Takes over the event of a command, which keeps its memory in use until the command has ended.
   */
  static ManagedEvent adopt(Checked from, String operation, Event event, Arguments own) {
    OwnedHandle<Event> handle =
        from.device.adopt(from.origin, operation, "event of " + operation, event);
    List<UsedMemory> uses = own.keep();
    return uses.isEmpty() ? new ManagedEvent(handle) : new OfTransfer(handle, uses);
  }

  /** The event of a command that reads or writes memory. */
  private static final class OfTransfer extends ManagedEvent implements MemoryUser {
    private final CommandMemory uses;
    private volatile boolean closed;

    OfTransfer(OwnedHandle<Event> handle, List<UsedMemory> uses) {
      super(handle);
      this.uses = new CommandMemory(uses);
      device.runs().addTransfer(this);
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
      if (lifetime.end()) {
        closed = true;
        settleIfEnded();
      }
    }

    private void settle() {
      if (!uses.isReleased()) {
        uses.release();
        device.runs().removeUser(this);
      }
      if (closed) {
        handle.closeTarget();
      }
    }

    @Override
    public boolean uses(UsedMemory memory) {
      return !uses.isReleased() && uses.contains(memory);
    }

    @Override
    public void settleIfEnded() {
      try {
        if (uses.isReleased() || target.status().isFinal()) {
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
