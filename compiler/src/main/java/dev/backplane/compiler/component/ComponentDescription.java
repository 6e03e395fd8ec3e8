package dev.backplane.compiler.component;

import java.util.List;
import java.util.stream.Stream;

/**
 * The description of a component, for people. Immutable.
 *
 * @param purpose the computation, in a sentence
 * @param attributes the attributes of its nodes, in the order of reading
 */
public record ComponentDescription(String purpose, List<AttributeDescription> attributes) {
  /** Copies the list. */
  public ComponentDescription {
    attributes = List.copyOf(attributes);
  }

  /** {@return a description without attributes} */
  public static ComponentDescription of(String purpose) {
    return new ComponentDescription(purpose, List.of());
  }

  /** {@return the same with more attributes behind those that are there} */
  public ComponentDescription with(List<AttributeDescription> more) {
    return new ComponentDescription(
        purpose, Stream.of(attributes, more).flatMap(List::stream).toList());
  }

  /** {@return the same with one more attribute} */
  public ComponentDescription with(AttributeDescription more) {
    return with(List.of(more));
  }
}
