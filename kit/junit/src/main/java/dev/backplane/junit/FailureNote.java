package dev.backplane.junit;

/**
 * A note to a failure, which keeps its own type and message: it is printed below its stack, as
 * suppressed.
 */
final class FailureNote extends Exception {
  private static final long serialVersionUID = 1L;

  FailureNote(String text) {
    super(text, null, false, false);
  }
}
