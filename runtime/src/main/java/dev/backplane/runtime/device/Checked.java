package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;

/** What the checked forms of all interfaces have. */
abstract class Checked {
  final OpenDevice device;
  final Origin origin;
  final Lifetime lifetime;
  private final String name;

  Checked(Handle<?> handle) {
    device = handle.device();
    origin = handle.origin();
    lifetime = origin.lifetime();
    name = handle.toString();
  }

  /** {@return the driver's object} */
  abstract Object unwrapped();

  /** Begins to pass it to an operation, or fails because it is closed. */
  void beginUse(String operation) {
    lifetime.check(operation);
  }

  /** Ends what {@link #beginUse} began. */
  void endUse() {}

  /** {@return the code for objects of other devices that it is passed} */
  ErrorCode foreign() {
    return ErrorCode.INVALID_ARGUMENT;
  }

  @Override
  public String toString() {
    return name;
  }
}
