package dev.backplane.runtime.device;

import dev.backplane.api.Queue;
import dev.backplane.api.UserEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A driver's object with a life of its own: its holder closes it, or the device does.
 *
 * @param <T> its interface
 */
final class OwnedHandle<T extends AutoCloseable> extends Handle<T> implements Owned {
  private final long number;

  OwnedHandle(OpenDevice device, Origin from, T target, String name, long number) {
    super(device, from.within(new Lifetime(name + " of " + from.device())), target, name);
    this.number = number;
  }

  /** Ends it for its holder and closes the driver's object, unless that was done. */
  void close() {
    if (lifetime().end()) {
      closeTarget();
    }
  }

  /** Closes the driver's object, unless the device just does. */
  void closeTarget() {
    if (device().disown(this)) {
      try {
        target().close();
      } catch (Throwable e) {
        throw origin().failedToClose("close " + this, e);
      }
    }
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public String instance() {
    return origin().instance();
  }

  @Override
  public void end() {
    lifetime().end();
  }

  @Override
  public Optional<TearDown> cancelStep() {
    return target() instanceof UserEvent event
        ? Optional.of(new TearDown(instance(), () -> failForClose(event)))
        : Optional.empty();
  }

  /** What waits for it must not wait for ever. */
  private static void failForClose(UserEvent event) {
    if (!event.status().isFinal()) {
      event.fail();
    }
  }

  @Override
  public Optional<TearDown> drainStep(Supplier<Duration> patience) {
    return target() instanceof Queue queue
        ? Optional.of(new TearDown(instance(), () -> queue.finish(patience.get())))
        : Optional.empty();
  }

  @Override
  public void closeWithDevice() throws Exception {
    end();
    target().close();
  }
}
