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

  /** Its text is the name; only messages need it. */
  private final Object name;

  Handle(OpenDevice device, Origin origin, T target, Object name) {
    this.device = device;
    this.origin = origin;
    this.target = target;
    this.name = name;
  }

  final OpenDevice device() {
    return device;
  }

  /** {@return the origin of the object, with its lifetime} */
  final Origin origin() {
    return origin;
  }

  final Lifetime lifetime() {
    return origin.lifetime();
  }

  final T target() {
    return target;
  }

  final Object name() {
    return name;
  }

  @Override
  public final String toString() {
    return name.toString();
  }
}
