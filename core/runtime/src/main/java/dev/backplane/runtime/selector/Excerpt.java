package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/**
 * A part of a selector's text, for errors that show it.
 *
 * @param text the whole text
 * @param from where the part begins
 * @param to where it ends
 */
record Excerpt(String text, int from, int to) {
  /** {@return the words of the part} */
  String words() {
    return text.substring(from, to);
  }

  /** {@return a part of this part, by offsets in the whole text} */
  Excerpt part(int begin, int end) {
    return new Excerpt(text, begin, end);
  }

  /** {@return this part without blanks at its ends} */
  Excerpt strip() {
    int begin = from;
    int end = to;
    while (begin < end && Character.isWhitespace(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return part(begin, end);
  }

  /** {@return which column this part begins at, counted from 1} */
  int column() {
    return from + 1;
  }

  /**
   * An error about this part. The last two lines of its message are the selector and a line that
   * marks the part.
   *
   * @param problem what is wrong
   * @param advice what to write instead, as a sentence without its full stop
   */
  BackplaneException refused(String problem, String advice) {
    return refused(ErrorCode.INVALID_ARGUMENT, problem, advice);
  }

  BackplaneException refused(ErrorCode code, String problem, String advice) {
    return BackplaneException.because(
            code, "column " + column() + ": " + problem + ". " + advice + marked())
        .during("read")
        .build();
  }

  /** {@return the text and below it a line that marks this part} */
  String marked() {
    // Control characters would break the lines apart or move the mark.
    String shown = text.replaceAll("\\p{Cntrl}", " ");
    return "\n  " + shown + "\n  " + " ".repeat(from) + "^".repeat(Math.max(1, to - from));
  }

  @Override
  public String toString() {
    return "'" + words() + "'";
  }
}
