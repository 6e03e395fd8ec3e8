package dev.backplane.runtime.device;

import dev.backplane.api.Queue;
import dev.backplane.api.UserEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The life of one thing that was made from a device: its holder closes it once, or the device does.
 *
 * @param <T> the driver's object
 */
final class Handle<T extends AutoCloseable> implements Owned {
  private final OpenDevice device;
  private final Origin origin;
  private final T target;
  private final String name;
  private final long number;

  Handle(OpenDevice device, Origin from, T target, String name, long number) {
    this.device = device;
    this.target = target;
    this.name = name;
    this.number = number;
    origin = from.within(new Lifetime(name + " of " + from.device()));
  }

  OpenDevice device() {
    return device;
  }

  /** Where it came from, with its own lifetime. */
  Origin origin() {
    return origin;
  }

  Lifetime lifetime() {
    return origin.lifetime();
  }

  T target() {
    return target;
  }

  /** Ends it for its holder, who is told if it had ended before. */
  void endOnce() {
    if (!lifetime().end()) {
      throw lifetime().closed("close");
    }
  }

  /** Ends it for its holder and closes the driver's object. */
  void close() {
    endOnce();
    closeTarget();
  }

  /** Closes the driver's object, unless the device just does. */
  void closeTarget() {
    if (device.disown(this)) {
      try {
        target.close();
      } catch (Throwable e) {
        throw origin.failed("close " + name, e);
      }
    }
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public String instance() {
    return origin.instance();
  }

  @Override
  public void end() {
    lifetime().end();
  }

  @Override
  public Optional<TearDown> cancelStep() {
    return target instanceof UserEvent event
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
    return target instanceof Queue queue
        ? Optional.of(new TearDown(instance(), () -> queue.finish(patience.get())))
        : Optional.empty();
  }

  @Override
  public void closeWithDevice() throws Exception {
    end();
    target.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
