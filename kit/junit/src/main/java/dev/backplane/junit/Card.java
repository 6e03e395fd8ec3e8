package dev.backplane.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test a card of its own: a parameter of the type {@code Device} gets it opened, with the
 * image loaded; {@code Kernel}, {@code Program}, {@code Image} and {@code Backplane} belong to the
 * same card. Parameters of methods with {@code @BeforeEach} and {@code @AfterEach} get the card of
 * the test that they belong to.
 *
 * {@snippet :
 * @Card(image = "vadd.xclbin")
 * class VaddTest {
 *   @Test
 *   void addsFourNumbers(Kernel vadd) {
 *     // starts it on a card that no other test has
 *   }
 * }
 * }
 *
 * <p>Every test, and every invocation of a repeated or parameterized one, has a fresh card in a
 * {@code Backplane} of its own, so tests may run in parallel. The card is closed after the test,
 * with the buffers and runs that the test has left open. If the test failed, what its card was
 * asked and what it did is kept as files of the test, a waveform among them.
 *
 * <p>An element that is not said is that of the next annotation further out: parameter, test
 * method, class, enclosing class. Parameters of one test that say the same of image, configuration
 * and driver share one card; others have a card each.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@ExtendWith(CardExtension.class)
public @interface Card {
  /** {@return the file of the image to load, relative to the working folder; none if empty} */
  String image() default "";

  /**
   * {@return the name of the kernel that parameters of the type {@code Kernel} get; if empty, the
   * only one of the image}
   */
  String kernel() default "";

  /**
   * {@return the configuration of the card, the JSON object that stands behind {@code config} in a
   * configuration file; names of files in it are relative to the working folder}
   */
  String config() default "";

  /** {@return the driver of the card; the software card of XRT, {@code softcard}, if empty} */
  String driver() default "";

  /** {@return which run of each kernel is recorded, for the waveform of a failure} */
  Waves waves() default Waves.AS_OUTSIDE;
}
