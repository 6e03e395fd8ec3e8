package dev.backplane.tck;

import dev.backplane.api.Facet;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares what a driver must have for a suite to exist. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Needs {
  /** {@return facets, each of which must be there} */
  Class<? extends Facet>[] value() default {};

  /** {@return whether there must be kernels: the facet Images or the facet Kernels} */
  boolean kernels() default false;

  /** {@return abilities, each of which must be there} */
  Ability[] abilities() default {};

  /**
   * {@return the ways on which the suite runs; only what is about the adapter itself runs raw, as a
   * driver trusts that the manager has checked what it is passed}
   */
  Way[] ways() default Way.MANAGED;
}
