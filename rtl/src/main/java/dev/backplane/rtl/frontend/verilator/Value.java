package dev.backplane.rtl.frontend.verilator;

import java.util.List;

/** The value of an expression. */
sealed interface Value {
  /** A word. */
  record Word(Node node) implements Value {}

  /** The parts of an array or struct, in order. */
  record Parts(List<Value> values) implements Value {}
}
