package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sequential statement. */
sealed interface Statement {
  /** {@return where it begins} */
  Place place();

  /** A value under a condition; the last one may have none. */
  record Choice(@Nullable Expression value, @Nullable Expression condition) {}

  /** An assignment to a signal or a variable. */
  record Assign(Expression target, List<Choice> values, boolean variable, Place place)
      implements Statement {}

  /** An alternative of a selected assignment; it has no value if nothing changes. */
  record Selected(List<Expression> choices, @Nullable Expression value) {}

  /** An assignment of what a selector chooses. */
  record SelectAssign(
      Expression selector,
      Expression target,
      List<Selected> alternatives,
      boolean variable,
      boolean matching,
      Place place)
      implements Statement {}

  /** The statements under a condition; null means else. */
  record Branch(@Nullable Expression condition, List<Statement> body) {}

  /** An if statement. */
  record If(List<Branch> branches, Place place) implements Statement {}

  /** The statements of some choices. */
  record Alternative(List<Expression> choices, List<Statement> body) {}

  /** A case statement. */
  record Case(Expression selector, List<Alternative> alternatives, boolean matching, Place place)
      implements Statement {}

  /** A loop over a range. */
  record For(
      @Nullable String label, String variable, Expression range, List<Statement> body, Place place)
      implements Statement {}

  /** A loop while a condition holds, or for ever. */
  record While(
      @Nullable String label, @Nullable Expression condition, List<Statement> body, Place place)
      implements Statement {}

  /** Leaves a loop, or goes on with its next turn. */
  record Leave(boolean next, @Nullable String label, @Nullable Expression condition, Place place)
      implements Statement {}

  /** Ends a subprogram. */
  record Return(@Nullable Expression value, Place place) implements Statement {}

  /** Calls a procedure. */
  record Call(Expression call, Place place) implements Statement {}

  /** Does nothing to the hardware: null, assertions, reports. */
  record Nothing(Place place) implements Statement {}

  /** Waits, which is read but not lowered. */
  record Wait(@Nullable Expression until, Place place) implements Statement {}
}
