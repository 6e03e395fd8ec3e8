package dev.backplane.compiler.component;

import java.util.Locale;

/**
 * The description of an attribute, for people. Immutable.
 *
 * @param name its name
 * @param kind the kind of its value
 * @param byDefault its default, in words; empty if every node has to have the attribute
 * @param meaning its purpose
 */
public record AttributeDescription(String name, Kind kind, String byDefault, String meaning) {
  /** The kind of an attribute's value. */
  public enum Kind {
    /** A whole number. */
    WHOLE,
    /** Whole numbers in square brackets. */
    WHOLES,
    /** A number with a point. */
    REAL,
    /** A text. */
    TEXT,
    /** A tensor of reals, and of integers once it is quantised. */
    TENSOR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** {@return the description of an attribute that every node has to have} */
  public static AttributeDescription needed(String name, Kind kind, String meaning) {
    return new AttributeDescription(name, kind, "", meaning);
  }

  /** {@return the description of an attribute that a node may leave out} */
  public static AttributeDescription optional(
      String name, Kind kind, String byDefault, String meaning) {
    return new AttributeDescription(name, kind, byDefault, meaning);
  }

  /** {@return the description of an attribute that a node gets when a graph is quantised} */
  public static AttributeDescription quantised(String name, Kind kind, String meaning) {
    return new AttributeDescription(name, kind, "found by quantisation", meaning);
  }

  /** {@return whether every node has to have it} */
  public boolean isNeeded() {
    return byDefault.isEmpty();
  }
}
