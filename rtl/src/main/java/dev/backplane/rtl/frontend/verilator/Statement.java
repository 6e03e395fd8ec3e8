package dev.backplane.rtl.frontend.verilator;

import java.util.List;

/** A statement of a process, function or task. */
sealed interface Statement {
  /** {@return where it stands} */
  Place place();

  /** An assignment. */
  record Assign(Place place, Expression target, Expression value, boolean nonBlocking)
      implements Statement {}

  /** Two ways to go on. */
  record If(Place place, Expression condition, List<Statement> yes, List<Statement> no)
      implements Statement {}

  /**
   * Many ways to go on.
   *
   * @param wild which digits of labels match anything
   * @param full whether the source promises that some item matches
   */
  record Case(Place place, Expression subject, List<Item> items, Wild wild, boolean full)
      implements Statement {}

  /** Which digits of labels match anything. */
  enum Wild {
    /** None: {@code case}. */
    NONE,
    /** The z: {@code casez}. */
    Z,
    /** The x and z: {@code casex} and {@code case inside}. */
    X_AND_Z
  }

  /**
   * A branch of a case.
   *
   * @param labels what it matches; none if it is the default
   * @param body what it does
   */
  record Item(List<Expression> labels, List<Statement> body) {}

  /** A loop; what stood before its condition and behind its body is part of both. */
  record While(Place place, List<Statement> before, Expression condition, List<Statement> body)
      implements Statement {}

  /** Statements with variables of their own. */
  record Block(Place place, String name, List<Declaration> variables, List<Statement> body)
      implements Statement {}

  /** Statements with a label behind them, to which jumps go. */
  record Labelled(Place place, List<Statement> body) implements Statement {}

  /**
   * A jump to a label around it.
   *
   * @param keyword break, continue, return or disable
   * @param block what is disabled
   */
  record Jump(Place place, String keyword, String block) implements Statement {}

  /** A call for its effects. */
  record CallOf(Place place, Expression.Call call) implements Statement {}

  /** Contents of an array from a file. */
  record ReadFile(
      Place place, boolean hexadecimal, Expression file, Expression memory, List<Expression> range)
      implements Statement {}

  /** What says something to simulators only. */
  record Ignored(Place place, String what) implements Statement {}

  /** What cannot be hardware, or is not known here. */
  record Unsupported(Place place, String what) implements Statement {}
}
