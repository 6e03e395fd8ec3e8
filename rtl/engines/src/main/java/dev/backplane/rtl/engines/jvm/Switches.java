package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Generates jumps to one of many places. */
final class Switches {
  /** A table may have so many times the entries that are needed. */
  private static final long MAX_SPARSENESS = 2;

  private Switches() {}

  /**
   * Jumps by the int on the stack.
   *
   * @param values the values, in ascending order
   * @param otherwise where to jump for other values
   * @return where it jumps for each value; the caller binds the labels
   */
  static Map<Integer, Label> write(CodeBuilder code, List<Integer> values, Label otherwise) {
    Map<Integer, Label> labels = new LinkedHashMap<>();
    List<SwitchCase> cases = new ArrayList<>();
    for (int value : values) {
      Label label = code.newLabel();
      labels.put(value, label);
      cases.add(SwitchCase.of(value, label));
    }
    int least = values.getFirst();
    int most = values.getLast();
    if (most - (long) least < MAX_SPARSENESS * values.size()) {
      code.tableswitch(least, most, otherwise, cases);
    } else {
      code.lookupswitch(otherwise, cases);
    }
    return labels;
  }
}
