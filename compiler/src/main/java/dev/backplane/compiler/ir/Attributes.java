package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Attributes by name. Immutable; keeps the order in which they were given, which equality ignores.
 * What is asked for and missing, or of another type, is an error that names the attribute.
 */
public final class Attributes implements Attribute {
  /** No attributes. */
  public static final Attributes NONE = new Attributes(new LinkedHashMap<>());

  private final SequencedMap<String, Attribute> values;

  private Attributes(SequencedMap<String, Attribute> values) {
    this.values = Collections.unmodifiableSequencedMap(values);
  }

  /**
   * Makes attributes of a map.
   *
   * @param values the values by name, copied in their order
   * @return the attributes
   */
  public static Attributes of(Map<String, Attribute> values) {
    return values.isEmpty() ? NONE : new Attributes(new LinkedHashMap<>(values));
  }

  /** {@return all values by name, in order; unmodifiable} */
  public SequencedMap<String, Attribute> values() {
    return values;
  }

  /**
   * Sets an attribute.
   *
   * @param name its name
   * @param value its value, in place of an earlier one
   * @return these attributes with that one
   */
  public Attributes with(String name, Attribute value) {
    SequencedMap<String, Attribute> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Attributes(changed);
  }

  /** {@return these attributes with a whole number} */
  public Attributes with(String name, long value) {
    return with(name, new Whole(value));
  }

  /** {@return these attributes with a text} */
  public Attributes with(String name, String value) {
    return with(name, new Text(value));
  }

  /**
   * Removes an attribute.
   *
   * @param name its name
   * @return these attributes without it
   */
  public Attributes without(String name) {
    SequencedMap<String, Attribute> changed = new LinkedHashMap<>(values);
    changed.remove(name);
    return changed.isEmpty() ? NONE : new Attributes(changed);
  }

  /**
   * Adds the attributes of another set.
   *
   * @param others what is added; of one name, theirs is kept
   * @return all of them
   */
  public Attributes merge(Attributes others) {
    SequencedMap<String, Attribute> changed = new LinkedHashMap<>(values);
    changed.putAll(others.values);
    return of(changed);
  }

  /** {@return whether there is an attribute of this name} */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /**
   * Gives an attribute of a type.
   *
   * @param name its name
   * @param type the type it must have
   * @param <T> that type
   * @return the value
   */
  public <T extends Attribute> T get(String name, Class<T> type) {
    return find(name, type)
        .orElseThrow(
            () ->
                new CompilerException(
                    CompilerError.ATTRIBUTE_MISSING,
                    "attribute " + name,
                    "it is missing; it must be a " + describe(type)));
  }

  /**
   * Gives an attribute of a type if it is there.
   *
   * @param name its name
   * @param type the type it must have
   * @param <T> that type
   * @return the value, or empty if there is none of this name
   */
  public <T extends Attribute> Optional<T> find(String name, Class<T> type) {
    Attribute value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!type.isInstance(value)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + name,
          "it must be a " + describe(type) + ", not a " + describe(value.getClass()));
    }
    return Optional.of(type.cast(value));
  }

  /** {@return the whole number of this name, which must fit in 32 bits} */
  public int integer(String name) {
    long value = get(name, Whole.class).value();
    if (value != (int) value) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID, "attribute " + name, value + " does not fit in 32 bits");
    }
    return (int) value;
  }

  /** {@return the whole numbers of the list of this name, each of which must fit in 32 bits} */
  public List<Integer> integers(String name) {
    List<Integer> integers = new ArrayList<>();
    for (Attribute element : get(name, Sequence.class).elements()) {
      if (!(element instanceof Whole whole) || whole.value() != (int) whole.value()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + name,
            "it must be a list of whole numbers of 32 bits");
      }
      integers.add((int) whole.value());
    }
    return integers;
  }

  /** {@return the text of this name} */
  public String text(String name) {
    return get(name, Text.class).value();
  }

  private static String describe(Class<?> type) {
    if (type == Whole.class) {
      return "whole number";
    }
    if (type == Attributes.class) {
      return "group of attributes";
    }
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attributes attributes && values.equals(attributes.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
