package dev.backplane.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types that a field of a spec, or an element of a list in one, may have. */
enum FieldType {
  TEXT(String.class, "a string"),
  INT(int.class, "a whole number of 32 bits"),
  LONG(long.class, "a whole number"),
  DOUBLE(double.class, "a number"),
  BOOLEAN(boolean.class, "true or false"),
  VERSION(Version.class, "a string with a version"),
  RANGE(VersionRange.class, "a string with a version range"),
  REQUIREMENT(Requirement.class, "a string like mac@^0.1");

  private static final Version NO_VERSION = new Version(0, 0, 0, "");
  private static final Requirement NO_REQUIREMENT = new Requirement("none", VersionRange.ANY);

  private final Class<?> javaType;
  private final String description;

  FieldType(Class<?> javaType, String description) {
    this.javaType = javaType;
    this.description = description;
  }

  static @Nullable FieldType of(Class<?> javaType) {
    for (FieldType type : values()) {
      if (type.javaType == javaType) {
        return type;
      }
    }
    return null;
  }

  String description() {
    return description;
  }

  /** Stands in where the field is missing; for optional plain fields, it is their value. */
  Object placeholder() {
    return switch (this) {
      case TEXT -> "";
      case INT -> 0;
      case LONG -> 0L;
      case DOUBLE -> 0.0;
      case BOOLEAN -> false;
      case VERSION -> NO_VERSION;
      case RANGE -> VersionRange.ANY;
      case REQUIREMENT -> NO_REQUIREMENT;
    };
  }

  /** Tells whether "not given" has a natural value. */
  boolean hasNeutralValue() {
    return switch (this) {
      case TEXT, INT, LONG, DOUBLE, BOOLEAN -> true;
      case VERSION, RANGE, REQUIREMENT -> false;
    };
  }

  /**
   * Gives the Java value of a TOML one.
   *
   * @return the value, or null if it is of another type
   * @throws IllegalArgumentException if the type is right and the content is not
   */
  @Nullable Object convert(Object raw) {
    return switch (this) {
      case TEXT -> raw instanceof String text ? text : null;
      case INT ->
          raw instanceof Long number && number == (int) number.longValue()
              ? (Object) (int) number.longValue()
              : null;
      case LONG -> raw instanceof Long number ? number : null;
      case DOUBLE ->
          switch (raw) {
            case Double number -> number;
            case Long number -> (double) number;
            default -> null;
          };
      case BOOLEAN -> raw instanceof Boolean flag ? flag : null;
      case VERSION -> raw instanceof String text ? Version.of(text) : null;
      case RANGE -> raw instanceof String text ? VersionRange.of(text) : null;
      case REQUIREMENT -> raw instanceof String text ? Requirement.of(text) : null;
    };
  }

  /** The type of a TOML value, for messages. */
  static String describe(Object raw) {
    return switch (raw) {
      case String text -> "the string \"" + text + '"';
      case Long number -> "the number " + number;
      case Double number -> "the number " + number;
      case Boolean flag -> "the flag " + flag;
      case List<?> list -> "a list";
      case MetaValue.Other other -> other.description();
      default -> "the value " + raw;
    };
  }
}
