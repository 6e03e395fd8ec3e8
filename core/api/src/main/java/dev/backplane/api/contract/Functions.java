package dev.backplane.api.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The list of a table's C functions. The build makes types of it beside the interface {@code T}
 * that has it: the interface {@code TFunctions} and the class {@code NativeT} over functions in C;
 * where a list names functions of OpenCL, {@code SameAsOpenCl} over those too.
 *
 * <p>Each function is a comment, its prototype without the result, and a semicolon. Before the
 * semicolon, {@code = clFinish} names the function of OpenCL that takes and answers the same, and
 * {@code *kernel = clCreateKernel} one that returns what the last parameter points to instead and
 * puts its error where a last parameter of its own points. The name in Java is that in C without
 * its prefix, unless it stands before the prototype with a colon. Numbers of at most 32 bits become
 * {@code int}, pointers, handles and sizes {@code long}. Lines that begin with {@code //} are
 * headings.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Functions {
  /** {@return the list} */
  String value();

  /** {@return the prefixes that names have in C alone, the longest first} */
  String[] prefixes();

  /**
   * {@return the types of numbers of at most 32 bits; so are all whose names end with {@code _info}
   * and have no star}
   */
  String[] narrow();

  /** {@return what a function answers that the table lacks} */
  int absent();
}
