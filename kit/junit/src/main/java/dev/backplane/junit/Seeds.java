package dev.backplane.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test once for each of several seeds. A parameter of the type {@code long} gets the seed,
 * one of the type {@code SplittableRandom} or {@code RandomGenerator} a generator that was made
 * from it; all parameters of one run share one generator.
 *
 * {@snippet :
 * @Seeds(count = 20)
 * void addsRandomNumbers(SplittableRandom random, Kernel vadd) {}
 * }
 *
 * <p>A failure names its seed. {@code -Dbackplane.seed=7} (a configuration parameter of JUnit or a
 * property of the JVM) runs each such test with that seed alone, whatever the annotation says.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(SeedsExtension.class)
public @interface Seeds {
  /** {@return the seeds, in the order of the runs; or none, and a {@link #count}} */
  long[] value() default {};

  /** {@return how many seeds there are, one after the other; or 0, and a {@link #value}} */
  int count() default 0;

  /** {@return the first of {@link #count} seeds} */
  long first() default 1;
}
