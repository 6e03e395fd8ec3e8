package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A driver's object with a life of its own: its holder closes it, or the device does.
 *
 * @param <T> its interface
 */
final class OwnedHandle<T extends AutoCloseable> extends Handle<T> implements Owned {
  private final OwnedList.Place place;

  OwnedHandle(OpenDevice device, Origin from, T target, String name) {
    super(device, from.within(new Lifetime(name, from.device())), target, name);
    place = device.place(this);
  }

  /**
   * Ends it for its holder and closes the driver's object, unless that was done or the device just
   * does it. If the driver knows of a use that we do not, it lives on.
   */
  void close() {
    if (!lifetime().end() || !device().disown(this)) {
      return;
    }
    String operation = "close " + this;
    try {
      target().close();
    } catch (Throwable e) {
      if (e instanceof BackplaneException coded && coded.code() == ErrorCode.IN_USE) {
        lifetime().reopen();
        device().keep(origin(), operation, this);
      }
      throw origin().failedToClose(operation, e);
    }
  }

  @Override
  public OwnedList.Place place() {
    return place;
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
