package dev.backplane.runtime.trace;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that the traced forms of all interfaces have. */
abstract class Traced {
  private final Listeners listeners;
  private final String subject;

  Traced(Listeners listeners, String subject) {
    this.listeners = listeners;
    this.subject = subject;
  }

  Traced(Traced from) {
    this(from.listeners, from.subject);
  }

  /** {@return what is traced} */
  abstract Object unwrapped();

  /** Begins a call of an interface's method. */
  final Listeners.Call begin(String type, String method, @Nullable Object... arguments) {
    return listeners.begin(
        new Listeners.Announced(
            subject,
            type + '.' + method,
            CallTracer.describe(arguments),
            Transfer.of(unwrapped(), method, arguments)));
  }

  /** {@return what is traced, for its traced form; anything else as it is} */
  static <T> T own(T argument) {
    if (argument instanceof Traced traced) {
      @SuppressWarnings("unchecked") // The traced form of an interface traces an object of it.
      T target = (T) traced.unwrapped();
      return target;
    }
    return argument;
  }

  /** Does what {@link #own(Object)} does for several. */
  static <T> T[] own(T[] arguments) {
    T[] own = Arrays.copyOf(arguments, arguments.length);
    for (int i = 0; i < own.length; i++) {
      own[i] = own(own[i]);
    }
    return own;
  }

  /** Does what {@link #own(Object)} does for several. */
  static <T> List<T> own(List<T> arguments) {
    return arguments.stream().map(argument -> own(argument)).toList();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other != null && unwrapped().equals(own(other));
  }

  @Override
  public final int hashCode() {
    return unwrapped().hashCode();
  }

  @Override
  public final String toString() {
    return unwrapped().toString();
  }
}
