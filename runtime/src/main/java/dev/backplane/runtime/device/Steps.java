package dev.backplane.runtime.device;

import org.jspecify.annotations.Nullable;

/** Does every step of a tear-down, and then says what went wrong. */
final class Steps {
  private @Nullable Throwable first;

  /** A step that may throw anything. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  void step(Step step) {
    try {
      step.run();
    } catch (Throwable e) {
      if (first == null) {
        first = e;
      } else if (first != e) {
        first.addSuppressed(e);
      }
    }
  }

  void end() throws Exception {
    switch (first) {
      case null -> {}
      case Exception exception -> throw exception;
      case Error error -> throw error;
      default -> throw new IllegalStateException(first);
    }
  }
}
