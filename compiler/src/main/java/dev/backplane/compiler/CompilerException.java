package dev.backplane.compiler;

import org.jspecify.annotations.Nullable;

/** A graph is wrong, or cannot be compiled: which code, where, and what to do. */
public final class CompilerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final CompilerError error;
  private final String place;
  private final String text;

  /**
   * An error.
   *
   * @param error what kind
   * @param place the node, edge, file or line it concerns, or the empty string
   * @param text what is wrong with which value, and what to do
   */
  public CompilerException(CompilerError error, String place, String text) {
    this(error, place, text, null);
  }

  /**
   * An error with a cause.
   *
   * @param error what kind
   * @param place the node, edge, file or line it concerns, or the empty string
   * @param text what is wrong with which value, and what to do
   * @param cause what happened underneath
   */
  public CompilerException(
      CompilerError error, String place, String text, @Nullable Throwable cause) {
    super(error + ": " + (place.isEmpty() ? "" : place + ": ") + text, cause);
    this.error = error;
    this.place = place;
    this.text = text;
  }

  /** {@return what kind of error this is} */
  public CompilerError error() {
    return error;
  }

  /** {@return the node, edge, file or line that it concerns, or the empty string} */
  public String place() {
    return place;
  }

  /** {@return what is wrong with which value, and what to do, without code and place} */
  public String text() {
    return text;
  }

  /**
   * Says where it happened.
   *
   * @param outer the place around the one that is known
   * @return the same error with the longer place
   */
  public CompilerException in(String outer) {
    CompilerException located =
        new CompilerException(
            error, place.isEmpty() ? outer : outer + ", " + place, text, getCause());
    located.setStackTrace(getStackTrace());
    return located;
  }
}
