package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The generation that handles belong to: an opened device, or an image that was loaded. All handles
 * of a generation share one, so ending it ends them all at once.
 *
 * <p>The flag is read with opaque mode: a use at the same time as the end may come before or after
 * it. A driver has to live with that, as with any two calls at one time.
 */
final class Lifetime {
  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(Lifetime.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Its text names what ends; only messages need it. */
  private final Object name;

  /** The device that it is of; empty for a device. */
  private final String device;

  @SuppressWarnings("UnusedVariable") // Accessed through OVER.
  private boolean over;

  /** The life of a device. */
  Lifetime(String device) {
    this(device, "");
  }

  /** The life of something that was made from a device. */
  Lifetime(Object name, String device) {
    this.name = name;
    this.device = device;
  }

  boolean isOver() {
    return (boolean) OVER.getOpaque(this);
  }

  /** Ends it, and says whether it had not ended before. */
  boolean end() {
    return OVER.compareAndSet(this, false, true);
  }

  /** Takes back {@link #end}. */
  void reopen() {
    OVER.setVolatile(this, false);
  }

  void check(String operation) {
    if (isOver()) {
      throw closed(operation);
    }
  }

  BackplaneException closed(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, "it was closed")
        .during(operation)
        .on(device.isEmpty() ? name.toString() : name + " of " + device)
        .remedy("Use it before it is closed, or open or load it again")
        .build();
  }
}
