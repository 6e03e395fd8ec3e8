package dev.backplane.api.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the words for an operation in messages. Without it, messages use the words of the method's
 * name.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Operation {
  /**
   * {@return the words, as a verb that the device's name follows; {@code {0}} stands for the first
   * parameter, and so on}
   */
  String value();
}
