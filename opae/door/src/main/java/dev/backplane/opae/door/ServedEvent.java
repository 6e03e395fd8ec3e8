package dev.backplane.opae.door;

import dev.backplane.opae.abi.Opae;
import org.jspecify.annotations.Nullable;

/**
 * An event handle of a program: empty until it is registered, because only then it is known whose
 * it is. Guarded by itself.
 */
final class ServedEvent {
  private @Nullable Opae functions;
  private long inner;

  void assign(Opae owner, long number) {
    functions = owner;
    inner = number;
  }

  @Nullable Opae functions() {
    return functions;
  }

  long inner() {
    return inner;
  }
}
