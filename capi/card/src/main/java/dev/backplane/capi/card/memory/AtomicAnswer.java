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
    /** The operation was performed. */
    DONE,
    /** There is no memory at the address. */
    MISSING,
    /** The memory may not be written. */
    FORBIDDEN,
    /** Nobody can perform it there. */
    IMPOSSIBLE
  }

  /** {@return the answer for an operation that was not performed} */
  public static AtomicAnswer not(Status status) {
    return new AtomicAnswer(status, 0);
  }
}
