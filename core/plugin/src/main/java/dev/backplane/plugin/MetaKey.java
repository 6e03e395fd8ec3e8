package dev.backplane.plugin;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says how a component of a spec record is read from {@code meta.toml}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface MetaKey {
  /** {@return the key; empty for the component's own name in snake_case} */
  String value() default "";

  /**
   * {@return whether leaving it out is an error} Otherwise it is an empty string, 0, false or an
   * empty list. Components of type {@link java.util.Optional} may always be left out.
   */
  boolean required() default true;
}
