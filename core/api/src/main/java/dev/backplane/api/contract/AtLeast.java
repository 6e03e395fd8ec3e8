package dev.backplane.api.contract;

import dev.backplane.api.ErrorCode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A number that is refused when it is too small, before the driver is asked. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.CLASS)
public @interface AtLeast {
  /** {@return the smallest number that is accepted} */
  long value();

  /** {@return the code of the refusal} */
  ErrorCode error() default ErrorCode.INVALID_ARGUMENT;
}
