package dev.backplane.runtime.selector;

import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One term of a selector.
 *
 * @param excerpt its place in the text of the selector
 * @param discard whether it removes devices instead of choosing them
 * @param subject the devices that it names
 */
record Term(Excerpt excerpt, boolean discard, Subject subject) {
  /**
   * The devices that a term names: those of a backend, one by its id, or those with certain
   * properties.
   */
  sealed interface Subject {
    /**
     * {@return the place of the backend's name in the selector, or null if any backend is meant}
     *
     * @param term the term that has this subject
     */
    @Nullable Excerpt backend(Term term);

    /** {@return filters that match whatever is meant, and more} */
    List<Filter> hints();

    /** {@return the names of the properties asked for that not every device has} */
    List<String> properties();

    /**
     * {@return whether a device is meant, if it is of a backend that is}
     *
     * @param candidate the device
     */
    boolean matches(Candidate candidate);
  }

  /**
   * Devices of a backend, or of all: the terms of the oneAPI grammar.
   *
   * @param backend where the name of the backend stands
   * @param host the host, or {@code *}
   * @param patterns which devices
   */
  record Devices(Excerpt backend, String host, List<DevicePattern> patterns) implements Subject {
    @Override
    public @Nullable Excerpt backend(Term term) {
      return backend.words().equals("*") ? null : backend;
    }

    @Override
    public List<Filter> hints() {
      Filter onHost = Filter.any().onHost(host);
      return patterns.stream()
          .map(
              pattern -> {
                DeviceType type = pattern.narrowType();
                return type == null ? onHost : onHost.withDeviceType(type);
              })
          .toList();
    }

    @Override
    public List<String> properties() {
      return patterns.stream()
          .flatMap(pattern -> pattern.properties().filter().properties().stream())
          .toList();
    }

    @Override
    public boolean matches(Candidate candidate) {
      return patterns.stream().anyMatch(pattern -> pattern.matches(candidate));
    }
  }

  /**
   * One device by its id. It names an instance; a module that stands for it has the keys of all its
   * instances.
   *
   * @param instance the plugin instance
   * @param id the whole id
   */
  record Id(String instance, String id) implements Subject {
    @Override
    public Excerpt backend(Term term) {
      int begin = term.excerpt().from() + (term.discard() ? 1 : 0);
      return term.excerpt().part(begin, begin + instance.length());
    }

    @Override
    public List<Filter> hints() {
      return List.of(Filter.any().onHost(Filter.ANY_HOST));
    }

    @Override
    public List<String> properties() {
      return List.of();
    }

    @Override
    public boolean matches(Candidate candidate) {
      return candidate.key().equalsIgnoreCase(id.substring(instance.length() + 1));
    }
  }

  /**
   * All devices with certain properties.
   *
   * @param alternatives sets of properties, of which a device has to have one
   */
  record Properties(List<PropertyTerms> alternatives) implements Subject {
    @Override
    public @Nullable Excerpt backend(Term term) {
      return null;
    }

    @Override
    public List<Filter> hints() {
      return alternatives.stream().map(PropertyTerms::filter).toList();
    }

    @Override
    public List<String> properties() {
      return alternatives.stream().flatMap(terms -> terms.filter().properties().stream()).toList();
    }

    @Override
    public boolean matches(Candidate candidate) {
      return alternatives.stream().anyMatch(terms -> terms.matches(candidate.properties()));
    }
  }

  @Override
  public String toString() {
    return excerpt.toString();
  }
}
