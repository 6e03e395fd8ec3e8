package dev.backplane.runtime.device;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Facet;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The device as its holder has it. When it is lost without having been closed nobody can close the
 * device any more; that is reported, and the device stays open until Backplane is closed.
 */
final class ManagedDevice implements Device {
  private static final Cleaner CLEANER = Cleaner.create();

  private final OpenDevice device;

  ManagedDevice(OpenDevice device) {
    this.device = device;
    // The action must not refer to this handle, or it would never be lost.
    CLEANER.register(
        this, new Report(device, () -> System.getLogger("dev.backplane.runtime.leak")));
  }

  /** Tells of a lost device; never frees it. */
  record Report(OpenDevice device, Supplier<System.Logger> logger) implements Runnable {
    @Override
    public void run() {
      if (!device.isClosed()) {
        logger
            .get()
            .log(
                System.Logger.Level.WARNING,
                "device {0} was opened and never closed; its handle is lost and it stays open until"
                    + " Backplane is closed",
                device.id());
      }
    }
  }

  @Override
  public String id() {
    return device.id();
  }

  @Override
  public DeviceProperties properties() {
    return device.properties();
  }

  @Override
  public List<Class<? extends Facet>> facets() {
    device.origin().lifetime().check("facets");
    return device.facetTypes();
  }

  @Override
  public <F extends Facet> F facet(Class<F> type) {
    device.origin().lifetime().check("facet");
    return type.cast(device.facet(type));
  }

  @Override
  public <E> Optional<E> extension(Class<E> type) {
    device.origin().lifetime().check("extension");
    return device.extension(type);
  }

  @Override
  public void close() {
    device.close();
  }

  @Override
  public String toString() {
    return "device " + device.id() + (device.isClosed() ? " (closed)" : "");
  }
}
