package dev.backplane.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Ends a test that takes too long, and tells what its {@linkplain Card cards} were doing then: the
 * compute units with what is in flight on them, errors that the card keeps, the last calls, and
 * where the thread of the test stood. Its cards are closed, which cancels their runs, and its
 * thread is interrupted; the test fails with {@code TIMEOUT} and that report.
 *
 * <p>On a class it is the deadline of each test in it. The time counts for the test method; not for
 * opening the card, nor for methods before and after each test.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(CardTimeoutExtension.class)
public @interface CardTimeout {
  /** {@return how long the test may take, more than 0} */
  long value();

  /** {@return what the time is counted in} */
  TimeUnit unit() default TimeUnit.SECONDS;
}
