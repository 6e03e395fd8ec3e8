package dev.backplane.api.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Has a form of all facets, and of all that they make, generated into this package. */
@Target(ElementType.PACKAGE)
@Retention(RetentionPolicy.SOURCE)
public @interface Generate {
  /** {@return which form} */
  Form value();

  /** {@return the packages of the facets} */
  String[] from();
}
