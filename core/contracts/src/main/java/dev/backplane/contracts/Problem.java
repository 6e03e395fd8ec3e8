package dev.backplane.contracts;

/** A declaration that nothing can be generated of; its message says of which and why. */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Problem(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
