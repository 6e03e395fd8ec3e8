package dev.backplane.plugin;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * A reporter of what foreign code threw, whose own methods are foreign code too and may throw in
 * their turn, which must not hide the failure that is to be reported.
 */
public final class Thrown {
  private Thrown() {}

  /**
   * Says what was thrown, whatever its methods do.
   *
   * @param thrown what was thrown
   * @return its class and message, or its class and that it has no readable message
   */
  public static String describe(Throwable thrown) {
    try {
      String text = thrown.toString();
      if (text != null) {
        return text;
      }
    } catch (Throwable e) {
      // Its class says enough.
    }
    return thrown.getClass().getName() + " (its message cannot be read)";
  }

  /**
   * Gives something that can be kept as a cause and printed.
   *
   * @param thrown what was thrown
   * @return the same if it and all that it carries can be printed, else a stand-in with its class
   *     and, if it can be had, its trace
   */
  public static Throwable printable(Throwable thrown) {
    try {
      thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
      if (thrown.toString() != null) {
        return thrown;
      }
    } catch (Throwable e) {
      // Neither can anybody else print it.
    }
    IllegalStateException standIn = new IllegalStateException(describe(thrown));
    standIn.setStackTrace(traceOf(thrown));
    return standIn;
  }

  private static StackTraceElement[] traceOf(Throwable thrown) {
    try {
      return thrown.getStackTrace();
    } catch (Throwable e) {
      return new StackTraceElement[0];
    }
  }
}
