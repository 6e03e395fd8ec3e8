package dev.backplane.runtime.device;

/**
 * A driver's object, and where it came from: what a checked form is made of.
 *
 * @param <T> its interface
 */
class Handle<T> {
  private final OpenDevice device;
  private final Origin origin;
  private final T target;
  private final String name;

  Handle(OpenDevice device, Origin origin, T target, String name) {
    this.device = device;
    this.origin = origin;
    this.target = target;
    this.name = name;
  }

  final OpenDevice device() {
    return device;
  }

  /** Where it came from, with its lifetime. */
  final Origin origin() {
    return origin;
  }

  final Lifetime lifetime() {
    return origin.lifetime();
  }

  final T target() {
    return target;
  }

  @Override
  public final String toString() {
    return name;
  }
}
