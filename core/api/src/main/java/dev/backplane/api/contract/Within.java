package dev.backplane.api.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The offset of a range, or a box, that lies inside a buffer or memory of the host; others are
 * refused with {@link dev.backplane.api.ErrorCode#OUT_OF_RANGE} before the driver is asked. Two
 * boxes of one operation are of one size.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface Within {
  /** {@return the parameter with the buffer or the memory} */
  String value();

  /** {@return the parameter with the length of a range, or with memory of that length} */
  String bytes() default "";
}
