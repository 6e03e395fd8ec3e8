package dev.backplane.capi.card.memory;

/**
 * The result of an atomic operation.
 *
 * @param status whether it was performed, and why not
 * @param value the value that the operation returns, if it was performed
 */
public record AtomicAnswer(Status status, long value) {
  /** The outcome of an atomic operation: performed, or why not. */
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
