package dev.backplane.api;

import java.util.List;
import java.util.Optional;

/**
 * A resource that was opened. The holder closes it; closing cancels what still runs, then closes
 * what was made from the device and is still open, in reverse order of its making, then gives the
 * device back. Closing it again does nothing; any other use after that fails with {@link
 * ErrorCode#CLOSED}. The same is true of everything that is made from it and closed by its holder.
 *
 * <p>Safe for use by several threads.
 */
public interface Device extends AutoCloseable {
  /** {@return the identity of the resource, that of its {@linkplain Token#id() token}} */
  String id();

  /** {@return what is known of the resource} */
  DeviceProperties properties();

  /** {@return the abilities of this device} */
  List<Class<? extends Facet>> facets();

  /**
   * Gives one ability.
   *
   * @param type the facet's interface, one that the API defines
   * @param <F> that interface
   * @return the facet
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} naming what is missing and what is
   *     there
   */
  <F extends Facet> F facet(Class<F> type);

  /**
   * Reaches an interface that the API does not know. What it gives is the driver's own object, not
   * checked or traced by the manager.
   *
   * @param type any interface
   * @param <E> that interface
   * @return the driver's object, if it has one of that type
   */
  <E> Optional<E> extension(Class<E> type);

  /**
   * Loads an image: short for the {@link Images} facet.
   *
   * @param image what to load
   * @return the loaded program
   */
  default Program load(Image image) {
    return facet(Images.class).load(image);
  }

  /**
   * Makes a queue: short for the {@link Queues} facet.
   *
   * @param flags how it treats its commands
   * @return the queue; the caller closes it
   */
  default Queue queue(QueueFlag... flags) {
    return facet(Queues.class).queue(flags);
  }

  /**
   * Makes a plain buffer in the first bank: short for the {@link Memory} facet.
   *
   * @param bytes its size, more than 0
   * @return the buffer, its content zero; the caller closes it
   */
  default Buffer buffer(long bytes) {
    return buffer(bytes, Placement.plain());
  }

  /**
   * Makes a buffer: short for the {@link Memory} facet.
   *
   * @param bytes its size, more than 0
   * @param placement where it shall lie
   * @return the buffer, its content zero; the caller closes it
   */
  default Buffer buffer(long bytes, Placement placement) {
    return facet(Memory.class).allocate(bytes, placement);
  }

  /** {@return whether it has an ability} */
  default boolean supports(Class<? extends Facet> type) {
    return facets().contains(type);
  }

  /** Cancels runs, closes what was made from this device, and gives it back. */
  @Override
  void close();
}
