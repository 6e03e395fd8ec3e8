package dev.backplane.runtime.selector;

import java.util.List;

/**
 * One term of a selector.
 *
 * @param excerpt where it stands
 * @param discard whether it takes away instead of choosing
 * @param subject what it is about
 */
record Term(Excerpt excerpt, boolean discard, Subject subject) {
  /** What a term is about. */
  sealed interface Subject {}

  /**
   * Devices of a backend, or of all: the terms of the oneAPI grammar.
   *
   * @param backend where the name of the backend stands
   * @param host the host, or {@code *}
   * @param patterns which devices
   */
  record Devices(Excerpt backend, String host, List<DevicePattern> patterns) implements Subject {}

  /**
   * One device by its id.
   *
   * @param instance the plugin instance
   * @param id the whole id
   */
  record Id(String instance, String id) implements Subject {}

  /**
   * Whatever has certain properties.
   *
   * @param alternatives of which one must hold
   */
  record Properties(List<PropertyTerms> alternatives) implements Subject {}

  @Override
  public String toString() {
    return excerpt.toString();
  }
}
