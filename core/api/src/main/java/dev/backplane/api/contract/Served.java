package dev.backplane.api.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a library in C offer the functions of a table to programs, and Java serve them. The build
 * makes two things beside the interface {@code T} that has the list of {@link Functions}: the class
 * {@code ServedT}, and a file of macros for the library.
 *
 * <p>The library knows a function by its number, and passes its arguments as words of 64 bits in
 * memory. {@code ServedT} finds the method of a number. A function whose first parameter is a
 * target, and whose other parameters mean the same on both sides, is forwarded to the functions of
 * that target, after its pointers were checked; a pointer may be null where the list has {@code
 * _Nullable} before its name. All others are for a subclass.
 *
 * <p>The macros are {@code NUMBER(name)} for each function, in order, and {@code STUB(name,
 * (parameters), (words))} for each that has a prefix of the table, unless {@code OWN_name} is
 * defined because the library has a body of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Served {
  /** {@return what is served beside the functions of the table, in the form of its list} */
  String value();

  /** {@return the types in C of the numbers by which a program names its objects} */
  String[] targets();

  /** {@return the other types in C whose values are not the same on both sides} */
  String[] translated();

  /** {@return the name of the file of macros} */
  String macros();
}
