package dev.backplane.drivers.capi.memory;

/**
 * How an atomic operation went.
 *
 * @param status whether it was made
 * @param value what the operation answers, if it was made
 */
public record AtomicAnswer(Status status, long value) {
  /** Whether it was made, and why not. */
  public enum Status {
    /** It was made. */
    DONE,
    /** Nothing is there. */
    MISSING,
    /** What is there may not be written. */
    FORBIDDEN,
    /** Nobody can make it there. */
    IMPOSSIBLE
  }

  /** {@return that it was not made} */
  public static AtomicAnswer not(Status status) {
    return new AtomicAnswer(status, 0);
  }
}
