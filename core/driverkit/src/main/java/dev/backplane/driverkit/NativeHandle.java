package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/**
 * A handle of a native library. It is released when it was closed and the last call that uses it is
 * over, so that no call ever meets a handle that is gone.
 */
public final class NativeHandle {
  private final String name;
  private final long value;
  private final Runnable release;
  private final UseCount uses = new UseCount();

  /**
   * A handle that is open.
   *
   * @param name what it is the handle of, for messages
   * @param value the handle
   * @param release gives it back to the library; called once
   */
  public NativeHandle(String name, long value, Runnable release) {
    this.name = name;
    this.value = value;
    this.release = release;
  }

  /**
   * Gives the handle for a call during which nobody closes it: the call is not counted.
   *
   * @param operation what the call does, for messages
   * @return the handle
   * @throws BackplaneException {@link ErrorCode#CLOSED}
   */
  public long open(String operation) {
    if (uses.isClosed()) {
      throw gone(operation);
    }
    return value;
  }

  /**
   * Gives the handle for a call; it is not released before {@link #end}.
   *
   * @param operation what the call does, for messages
   * @return the handle
   * @throws BackplaneException {@link ErrorCode#CLOSED}
   */
  public long begin(String operation) {
    if (!uses.begin()) {
      throw gone(operation);
    }
    return value;
  }

  /**
   * Holds on to the handle for somebody who knows that others do, whether or not it was closed.
   *
   * @param operation what it is held for, for messages
   * @return the handle
   * @throws BackplaneException {@link ErrorCode#CLOSED} if it was released
   */
  public long hold(String operation) {
    if (!holdIfThere()) {
      throw gone(operation);
    }
    return value;
  }

  /** {@return whether it was not released; it is held then until {@link #end}} */
  public boolean holdIfThere() {
    return uses.beginUnlessFreed();
  }

  /** Ends a call or a hold. */
  public void end() {
    if (uses.end()) {
      release.run();
    }
  }

  /** {@return the handle, for who holds it} */
  public long value() {
    return value;
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return uses.isClosed();
  }

  /**
   * Closes it. Calls that use it go on. Closing it again does nothing.
   *
   * @return whether it was open
   */
  public boolean close() {
    UseCount.Closing found = uses.close();
    if (found == UseCount.Closing.UNUSED) {
      release.run();
    }
    // Otherwise whoever ends the last call releases it, or has done so.
    return found != UseCount.Closing.CLOSED_BEFORE;
  }

  private BackplaneException gone(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, name + " was closed")
        .during(operation)
        .remedy("Use it before it is closed")
        .build();
  }
}
