package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable or a part of it, as a path into its type.
 *
 * @param variable the variable
 * @param steps the steps into its arrays and structs
 * @param lsb the lowest bit of the selected word plus {@code below}, null for the whole word
 * @param below how many of the selected bits may lie below the lowest bit of the word
 * @param width the number of bits, if not all
 * @param inside which of the selected bits there are, null if those that are in the word
 * @param type the type of the selected part
 */
record VariablePath(
    Variable variable,
    List<Step> steps,
    @Nullable Node lsb,
    int below,
    int width,
    @Nullable Node inside,
    Type type) {
  /** A step of a path. */
  sealed interface Step {
    /** An index into an array, from 0. */
    record Index(Node index) implements Step {}

    /** A member of a struct. */
    record Member(int index) implements Step {}

    /** A range of elements of an array. */
    record Span(int first, int size) implements Step {
      /** {@return the element at a place counted from the left, in an array of some direction} */
      int fromLeft(int place, boolean ascending) {
        return first + (ascending ? place : size - 1 - place);
      }
    }
  }
}
