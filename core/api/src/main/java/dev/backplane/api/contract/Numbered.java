package dev.backplane.api.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives C the constants of an enum. The build makes a file of macros beside the enum: {@code
 * NUMBER(CONSTANT)} for each constant, in order.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Numbered {
  /** {@return the name of the file of macros} */
  String macros();
}
