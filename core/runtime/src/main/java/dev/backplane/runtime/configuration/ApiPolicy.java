package dev.backplane.runtime.configuration;

import java.util.Map;
import java.util.Set;

/**
 * A rule for the facets of an instance's devices: which are offered, and who serves them.
 *
 * @param disable names of facets that are switched off
 * @param servedBy for names of facets, the instance whose device serves them instead
 */
public record ApiPolicy(Set<String> disable, Map<String, String> servedBy) {
  /** All facets as the plugin gives them. */
  public static final ApiPolicy DEFAULT = new ApiPolicy(Set.of(), Map.of());

  /** Copies the collections. */
  public ApiPolicy {
    disable = Set.copyOf(disable);
    servedBy = Map.copyOf(servedBy);
  }
}
