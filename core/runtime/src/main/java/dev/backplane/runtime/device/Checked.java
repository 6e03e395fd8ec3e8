package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;

/** The parts that the checked forms of all interfaces have. */
abstract class Checked {
  final OpenDevice device;
  final Origin origin;
  final Lifetime lifetime;
  private final Object name;

  /**
   * True while a thread is in an operation. It is plain, so that two threads are found only as
   * often as that costs nothing.
   */
  private boolean entered;

  Checked(Handle<?> handle) {
    device = handle.device();
    origin = handle.origin();
    lifetime = origin.lifetime();
    name = handle.name();
  }

  /** {@return the driver's object} */
  abstract Object unwrapped();

  /** Begins to pass it to an operation, or fails because it is closed. */
  void beginUse(String operation) {
    lifetime.check(operation);
  }

  /** Ends what {@link #beginUse} began. */
  void endUse() {}

  /** {@return whether another object is of the same device, as the same plugin serves it} */
  final boolean isWith(Checked other) {
    return device == other.device && origin.instance().equals(other.origin.instance());
  }

  /** Begins an operation of what one thread uses at a time. */
  final void enter(String operation) {
    if (entered) {
      throw origin
          .error(ErrorCode.IN_USE, "another thread is using " + this)
          .during(operation)
          .remedy("Use it from one thread at a time, or make one for each thread")
          .build();
    }
    entered = true;
  }

  /** Ends what {@link #enter} began. */
  final void leave() {
    entered = false;
  }

  /** {@return the code for objects of other devices that it is passed} */
  ErrorCode foreign() {
    return ErrorCode.INVALID_ARGUMENT;
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
