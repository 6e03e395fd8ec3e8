package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A concurrent statement. */
sealed interface Concurrent {
  /** {@return where it begins} */
  Place place();

  /** A process, or what stands for one: an assignment or a call of a procedure. */
  record ProcessStatement(
      String label, List<Declaration> declarations, List<Statement> body, Place place)
      implements Concurrent {}

  /** An instance. */
  record Instance(
      String label,
      String kind,
      Expression unit,
      @Nullable String architecture,
      List<Expression.Element> generics,
      List<Expression.Element> ports,
      Place place)
      implements Concurrent {}

  /** Statements for each value of a range. */
  record ForGenerate(String label, String variable, Expression range, Block body, Place place)
      implements Concurrent {}

  /** Statements under conditions. */
  record IfGenerate(String label, List<Arm> arms, Place place) implements Concurrent {}

  /** Statements by choices. */
  record CaseGenerate(String label, Expression selector, List<CaseArm> arms, Place place)
      implements Concurrent {}

  /** An arm of a generate; the condition is null for else. */
  record Arm(@Nullable Expression condition, Block body) {}

  /** An arm of a case. */
  record CaseArm(List<Expression> choices, Block body) {}

  /** Declarations and statements. */
  record Block(List<Declaration> declarations, List<Concurrent> statements) {}

  /** A block statement. */
  record Inner(String label, Block body, Place place) implements Concurrent {}
}
