package dev.backplane.rtl.netlist;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A point of the source whose executions are counted. In a netlist it is an {@link Effect} of the
 * severity {@link Effect.Severity#COVER}, whose place and format say which one it is.
 *
 * @param file the file, as the user named it
 * @param line the line, from 1
 * @param column the column, from 1
 * @param branch for one way of a decision its number among them, from 0; -1 for a statement
 * @param name what the way is called, for example {@code else}; empty for a statement
 */
public record CoverPoint(String file, int line, int column, int branch, String name) {
  private static final Pattern PLACE = Pattern.compile("(.*):(\\d+)", Pattern.DOTALL);
  private static final Pattern STATEMENT = Pattern.compile("statement (\\d+)");
  private static final Pattern BRANCH = Pattern.compile("branch (\\d+) (\\d+) (.*)");

  /**
   * {@return the point of an effect; empty if it is none}
   *
   * @param effect an effect of a netlist
   */
  public static Optional<CoverPoint> of(Effect effect) {
    Matcher place = PLACE.matcher(effect.place());
    if (effect.severity() != Effect.Severity.COVER || !place.matches()) {
      return Optional.empty();
    }
    String file = place.group(1);
    int line = Integer.parseInt(place.group(2));
    Matcher statement = STATEMENT.matcher(effect.format());
    if (statement.matches()) {
      return Optional.of(new CoverPoint(file, line, Integer.parseInt(statement.group(1)), -1, ""));
    }
    Matcher branch = BRANCH.matcher(effect.format());
    return branch.matches()
        ? Optional.of(
            new CoverPoint(
                file,
                line,
                Integer.parseInt(branch.group(1)),
                Integer.parseInt(branch.group(2)),
                branch.group(3)))
        : Optional.empty();
  }

  /** {@return whether it is one way of a decision} */
  public boolean isBranch() {
    return branch >= 0;
  }

  /**
   * {@return the format of the effect of a statement}
   *
   * @param column its column
   */
  public static String statement(int column) {
    return "statement " + column;
  }

  /**
   * {@return the format of the effect of one way of a decision}
   *
   * @param column the column of the decision
   * @param number the number of the way
   * @param name what it is called
   */
  public static String branch(int column, int number, String name) {
    return "branch " + column + " " + number + " " + name;
  }
}
