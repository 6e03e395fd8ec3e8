package dev.backplane.plugin;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One or more things that are wrong with plugins, each with a code, the place in the {@code
 * meta.toml} that it concerns, and what to do about it. All that one look can find is reported at
 * once; {@link #error} and {@link #position} are those of the first problem.
 */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * One thing that is wrong.
   *
   * @param error what kind
   * @param position the place it concerns
   * @param text what is wrong with which value, and what to do
   */
  public record Problem(PluginError error, Position position, String text) implements Serializable {
    @Override
    public String toString() {
      return error + ": " + position + ": " + text;
    }
  }

  private final Problem[] problems;

  private PluginException(Problem[] problems, @Nullable Throwable cause) {
    super(message(problems), cause);
    this.problems = problems;
  }

  PluginException(PluginError error, Position position, String text) {
    this(error, position, text, null);
  }

  PluginException(PluginError error, Position position, String text, @Nullable Throwable cause) {
    this(new Problem[] {new Problem(error, position, text)}, cause);
  }

  /**
   * Makes an error of one problem, for spec readers and fetchers outside this package.
   *
   * @param error what kind
   * @param position the place it concerns
   * @param text what is wrong with which value, and what to do
   * @return the error
   */
  public static PluginException of(PluginError error, Position position, String text) {
    return new PluginException(error, position, text);
  }

  /**
   * Makes an error of several problems.
   *
   * @param problems at least one, in the order to be reported
   * @return the error
   */
  public static PluginException of(List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("an error needs a problem");
    }
    return new PluginException(problems.toArray(new Problem[0]), null);
  }

  /** Throws the problems as one error, unless there are none. */
  static void throwIfAny(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw of(problems);
    }
  }

  /** {@return what kind of problem the first one is} */
  public PluginError error() {
    return problems[0].error();
  }

  /** {@return the place that the first problem concerns} */
  public Position position() {
    return problems[0].position();
  }

  /** {@return all problems, at least one} */
  public List<Problem> problems() {
    return List.of(problems);
  }

  private static String message(Problem[] problems) {
    if (problems.length == 1) {
      return problems[0].toString();
    }
    StringBuilder text = new StringBuilder().append(problems.length).append(" problems:");
    for (Problem problem : problems) {
      text.append("\n  ").append(problem);
    }
    return text.toString();
  }
}
