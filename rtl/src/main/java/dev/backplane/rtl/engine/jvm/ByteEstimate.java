package dev.backplane.rtl.engine.jvm;

import java.util.List;

/**
 * About how many bytes of bytecode a statement takes. Only where the cuts fall depends on it; the
 * limit is checked against what was written.
 */
final class ByteEstimate {
  private static final int FETCH = 5;
  private static final int STORE = 6;

  private ByteEstimate() {}

  static int of(Phase phase, Statement statement) {
    int sum = STORE;
    for (Word root : statement.roots()) {
      sum += of(phase, root);
    }
    return switch (statement) {
      case Statement.Compute(var word) when word.op() == WordOp.CALL ->
          sum + word.in().size() * 12 + 8;
      case Statement.Compute(var word) -> sum + operation(word);
      case Statement.Apply(Effect.Write _) -> sum + 20;
      case Statement.Apply _ -> sum;
      case Statement.Choose(_, var yes, var no) -> sum + of(phase, yes) + of(phase, no);
    };
  }

  private static int of(Phase phase, List<Statement> statements) {
    return statements.stream().mapToInt(each -> of(phase, each)).sum();
  }

  private static int of(Phase phase, Word word) {
    if (phase.isFetched(word)) {
      return FETCH;
    }
    int sum = operation(word);
    for (Word input : word.in()) {
      sum += of(phase, input);
    }
    return sum;
  }

  private static int operation(Word word) {
    return switch (word.op()) {
      case CONSTANT -> 3;
      case INPUT, STATE, RESULT -> FETCH;
      case AND, OR, XOR, ADD, SUB, MUL, NEG -> 1;
      case SHL, SHR -> 3;
      case SIGN_EXTEND -> 6;
      case SHL_BY, SHR_BY, SAR_BY -> 2;
      case IS_ZERO, NOT_ZERO -> 6;
      case LESS, LESS_SIGNED, PARITY, MUX -> 7;
      case MUL_HIGH, DIV, REM, DIV_SIGNED, REM_SIGNED, POW -> 3;
      case READ -> 9;
      case CALL -> 20;
    };
  }
}
