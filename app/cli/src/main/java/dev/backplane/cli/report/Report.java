package dev.backplane.cli.report;

import java.io.PrintWriter;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;

/**
 * A record that tells programs and people the same. The names of its components are its keys: what
 * is {@code flashPlace} here is {@code flash_place} in JSON and {@code flash place} in text. A
 * component that is an empty {@code Optional} has no key; one that is null has a key and no value.
 */
public interface Report {
  /** Names a key that no component can have, such as a word of Java. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Key {
    /** {@return the key} */
    String value();
  }

  /**
   * Puts what is in a component, a map or a report, in its place among the others, as far as there
   * is nothing of that name yet.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Inline {}

  /** Leaves out of the text what its title says, or what goes elsewhere. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface ForPrograms {}

  /**
   * Prints it.
   *
   * @param out where to
   * @param json whether a program reads it, which gets one object on one line
   * @param title the first line of the text
   */
  default void print(PrintWriter out, boolean json, String title) {
    if (json) {
      Json.print(out, this);
    } else {
      ReportText.print(out, title, this);
    }
  }

  /** {@return a constant as reports write it} */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
