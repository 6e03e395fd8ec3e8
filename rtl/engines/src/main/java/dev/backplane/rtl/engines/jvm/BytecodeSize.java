package dev.backplane.rtl.engines.jvm;

import java.util.List;

/**
 * Estimates the bytes of bytecode of a statement. The estimate only decides where methods are
 * split; the limit is checked against the bytecode that was generated.
 */
final class BytecodeSize {
  private static final int LOAD_BYTES = 5;
  private static final int STORE_BYTES = 6;

  /** An entry of a lookup switch and a jump to its end. */
  private static final int BYTES_PER_CASE = 11;

  private BytecodeSize() {}

  static int estimate(EvaluationRegion region, Statement statement) {
    int sum = STORE_BYTES;
    for (Word root : statement.roots()) {
      sum += estimate(region, root);
    }
    return switch (statement) {
      case Statement.Compute(var word) when word.op() == WordOp.CALL ->
          sum + word.in().size() * 12 + 8;
      case Statement.Compute(var word) -> sum + operation(word);
      case Statement.Apply(Effect.Write _) -> sum + 20;
      case Statement.Apply _ -> sum;
      case Statement.Branch(_, var yes, var no) ->
          sum + estimate(region, yes) + estimate(region, no);
      case Statement.Switch(_, var cases) ->
          sum
              + cases.values().stream()
                  .mapToInt(each -> BYTES_PER_CASE + estimate(region, each))
                  .sum();
    };
  }

  private static int estimate(EvaluationRegion region, List<Statement> statements) {
    return statements.stream().mapToInt(each -> estimate(region, each)).sum();
  }

  private static int estimate(EvaluationRegion region, Word word) {
    if (region.isStored(word)) {
      return LOAD_BYTES;
    }
    int sum = operation(word);
    for (Word input : word.in()) {
      sum += estimate(region, input);
    }
    return sum;
  }

  private static int operation(Word word) {
    return switch (word.op()) {
      case CONSTANT -> 3;
      case INPUT, STATE, RESULT -> LOAD_BYTES;
      case AND, OR, XOR, ADD, SUB, MUL, NEG -> 1;
      case SHL, SHR -> 3;
      case SIGN_EXTEND -> 6;
      case SHL_BY, SHR_BY, SAR_BY -> 2;
      case IS_ZERO, NOT_ZERO -> 6;
      case LESS, LESS_SIGNED, PARITY, BIT_COUNT, MUX -> 7;
      case SELECT -> 20 + BYTES_PER_CASE * MuxChains.cases(word);
      case MUL_HIGH, DIV, REM, DIV_SIGNED, REM_SIGNED, POW -> 3;
      case READ -> 9;
      case CALL -> 20;
    };
  }
}
