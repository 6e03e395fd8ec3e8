package dev.backplane.api.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a facet, or of something that facets make, where it is not the interface's simple
 * name.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Named {
  /** {@return the name, in configurations and of the generated classes} */
  String value();
}
