package dev.backplane.pi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The list of a table's C functions, which the build makes three types of: for {@code Pi} the
 * interface {@code PiFunctions}, the class {@code NativePi} over the functions of a plugin, and
 * {@code SameAsOpenCl} over those of OpenCL.
 *
 * <p>Each function is a comment, its prototype without the result, and a semicolon. Before the
 * semicolon, {@code = clFinish} names the function of OpenCL that takes and answers the same, and
 * {@code *kernel = clCreateKernel} one that returns what the last parameter points to instead and
 * puts its error where a last parameter of its own points. The name in Java is that in C without
 * its prefix, unless it stands before the prototype with a colon. Pointers, handles and sizes
 * become {@code long}, smaller numbers {@code int}. Lines that begin with {@code //} are headings.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
@interface Functions {
  /** {@return the list} */
  String value();
}
