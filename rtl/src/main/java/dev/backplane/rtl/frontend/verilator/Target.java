package dev.backplane.rtl.frontend.verilator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable, or a part of one, as a path into it.
 *
 * @param variable in which
 * @param steps into its arrays and structs
 * @param lsb lowest bit of the word that is meant, null for all of it
 * @param width how many bits, if not all
 * @param type of what is meant
 */
record Target(Variable variable, List<Step> steps, @Nullable Node lsb, int width, Type type) {
  /** A step into a variable. */
  sealed interface Step {
    /** Into an array, counted from 0. */
    record Index(Node index) implements Step {}

    /** Into a struct. */
    record Member(int index) implements Step {}

    /** Elements of an array that stay an array. */
    record Span(int first, int size) implements Step {}
  }
}
