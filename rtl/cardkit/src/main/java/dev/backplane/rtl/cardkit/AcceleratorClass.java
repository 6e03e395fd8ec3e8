package dev.backplane.rtl.cardkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * A class of accelerators that was found.
 *
 * @param constructor makes one; public and without parameters
 * @param <T> what it is
 */
public record AcceleratorClass<T>(Constructor<? extends T> constructor) {
  /** {@return the class} */
  public Class<? extends T> type() {
    return constructor.getDeclaringClass();
  }

  /**
   * Makes an accelerator.
   *
   * @return a new one
   * @throws IllegalStateException that says what its author can do, with what the class threw as
   *     cause
   */
  public T make() {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "an object of %s cannot be made: %s".formatted(type().getName(), e.getCause()),
          e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "an object of %s cannot be made: %s; make the class and its constructor public, in an exported package"
              .formatted(type().getName(), e),
          e);
    }
  }
}
