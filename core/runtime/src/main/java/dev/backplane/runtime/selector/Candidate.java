package dev.backplane.runtime.selector;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.spi.Resource;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A device as selectors see it. Immutable.
 *
 * @param instance the plugin instance that has it
 * @param key the driver's key of it
 * @param properties what is known of it
 * @param path its number in the instance, from 0, in the order of enumeration; for a part of a
 *     device the numbers of the device and of the part in it
 */
public record Candidate(
    String instance, String key, DeviceProperties properties, List<Integer> path) {
  /** Copies the list. */
  public Candidate {
    path = List.copyOf(path);
  }

  /**
   * Numbers all that one instance enumerates.
   *
   * @param instance its name
   * @param resources everything it has, in its order
   * @return the same, with numbers
   */
  public static List<Candidate> number(String instance, List<Resource> resources) {
    return new Numbering(resources).number(instance);
  }

  /** A device is one candidate, whatever is known of it. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Candidate candidate
        && instance.equals(candidate.instance)
        && key.equals(candidate.key);
  }

  @Override
  public int hashCode() {
    return 31 * instance.hashCode() + key.hashCode();
  }

  /** {@return the id of the device} */
  public String id() {
    return instance + '/' + key;
  }

  /** {@return the term of a selector that chooses exactly this, such as {@code softcard:0}} */
  public String term() {
    return instance + ':' + path.stream().map(String::valueOf).collect(Collectors.joining("."));
  }

  /** {@return whether this is a part of another device, at any depth} */
  boolean isPartOf(Candidate other) {
    return instance.equals(other.instance)
        && path.size() > other.path.size()
        && path.subList(0, other.path.size()).equals(other.path);
  }
}
