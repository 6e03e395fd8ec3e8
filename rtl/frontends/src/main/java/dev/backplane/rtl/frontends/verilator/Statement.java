package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Effect;
import java.util.List;
import java.util.function.UnaryOperator;

/** A statement of a process, function or task. */
sealed interface Statement {
  /** {@return its location} */
  SourceLocation location();

  /** An assignment. */
  record Assign(SourceLocation location, Expression target, Expression value, boolean nonBlocking)
      implements Statement {}

  /** A condition with two branches. */
  record If(SourceLocation location, Expression condition, List<Statement> yes, List<Statement> no)
      implements Statement {}

  /**
   * A condition with many branches.
   *
   * @param wild which digits of labels are wildcards
   * @param full whether the source declares that some item always matches
   */
  record Case(
      SourceLocation location, Expression subject, List<Item> items, Wildcards wild, boolean full)
      implements Statement {
    /** {@return the same with its subject and labels replaced} */
    Case withOperands(UnaryOperator<Expression> change) {
      List<Item> changed =
          items.stream()
              .map(item -> new Item(item.labels().stream().map(change).toList(), item.body()))
              .toList();
      return new Case(location, change.apply(subject), changed, wild, full);
    }
  }

  /** The digits of labels that are wildcards. */
  enum Wildcards {
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
   * @param labels its labels; none for the default
   * @param body its statements
   */
  record Item(List<Expression> labels, List<Statement> body) {}

  /** A loop; statements before its condition and after its body are part of both. */
  record While(
      SourceLocation location, List<Statement> before, Expression condition, List<Statement> body)
      implements Statement {}

  /** Statements with local variables. */
  record Block(
      SourceLocation location, String name, List<Declaration> variables, List<Statement> body)
      implements Statement {}

  /**
   * Statements with a label at their end, a target of jumps.
   *
   * @param id the number of the label
   */
  record Labelled(SourceLocation location, String id, List<Statement> body) implements Statement {}

  /**
   * A jump to an enclosing label.
   *
   * @param target the number of the label; empty if it cannot be told
   */
  record Jump(SourceLocation location, String target) implements Statement {}

  /** Statements after a delay of no time: when the design powers up, behind all others. */
  record Afterwards(SourceLocation location, List<Statement> body) implements Statement {}

  /** A call as a statement. */
  record CallStatement(SourceLocation location, Expression.Call call) implements Statement {}

  /** Initialises an array from a file. */
  record ReadFile(
      SourceLocation location,
      boolean hexadecimal,
      Expression file,
      Expression memory,
      List<Expression> range)
      implements Statement {}

  /**
   * A message or a failed assertion.
   *
   * @param format its text, as {@link dev.backplane.rtl.netlist.Effect} has it, and {@code %m}
   */
  record Report(
      SourceLocation location, Effect.Severity severity, String format, List<Expression> arguments)
      implements Statement {}

  /** A statement for simulators only. */
  record Ignored(SourceLocation location, String what) implements Statement {}

  /** A statement that is not supported. */
  record Unsupported(SourceLocation location, String what) implements Statement {}
}
