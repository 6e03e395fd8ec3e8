package dev.backplane.api.spi;

import dev.backplane.api.Facet;
import java.util.Optional;

/**
 * A device that a driver opened. The manager makes sure that it is closed exactly once, after all
 * that was made from it, and not used afterwards; whether the resource may be opened by several
 * holders is decided before the driver is asked.
 */
public interface DriverDevice extends AutoCloseable {
  /**
   * Gives the driver's own implementation of a facet, always the same object.
   *
   * @param type the facet's interface
   * @param <F> that interface
   * @return the facet, or empty if this device has no such ability
   */
  <F extends Facet> Optional<F> facet(Class<F> type);

  /**
   * Gives an object of a type that the API does not know.
   *
   * @param type any interface
   * @param <E> that interface
   * @return the object, if there is one
   */
  default <E> Optional<E> extension(Class<E> type) {
    return Optional.empty();
  }

  /**
   * Waits until nothing that runs uses memory any more, however long that takes. It is asked for
   * when the device is being closed, after runs were told to end and before anything that was made
   * from the device is closed; perhaps more than once. If it takes long, that costs this device
   * alone: it stays taken until this returns, while others of the same driver work on.
   *
   * <p>A driver whose commands end at once when their device is closed has nothing to do here.
   */
  default void awaitIdle() {}

  /** Gives the device back. */
  @Override
  void close();
}
