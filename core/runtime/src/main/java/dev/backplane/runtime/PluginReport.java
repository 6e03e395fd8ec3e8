package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A report of a plugin instance at one moment. Immutable.
 *
 * @param instance its configured name
 * @param module its plugin's name, or what the configuration calls it if it was not found
 * @param version its plugin's version, empty if that is not known
 * @param location the jar, folder or class path entry it comes from, empty if it was not found
 * @param state where it stands
 * @param lastError the last failure, even if it works again
 * @param disabledFacets names of facets that the configuration switched off
 * @param servedBy for names of facets, the instance that serves them instead
 * @param openDevices ids of its devices that are open now
 * @param interfaceVersion the version of the interface that it speaks to what is below it; empty if
 *     it does not say or is not loaded
 * @param extensions names and versions of what it offers beyond the API
 * @param symbols what it exports, as its {@code meta.toml} says
 * @param requires the plugins that it needs, as written there
 */
public record PluginReport(
    String instance,
    String module,
    String version,
    String location,
    PluginState state,
    Optional<BackplaneException> lastError,
    Set<String> disabledFacets,
    Map<String, String> servedBy,
    List<String> openDevices,
    String interfaceVersion,
    List<String> extensions,
    List<String> symbols,
    List<String> requires) {
  /** Copies the collections. */
  public PluginReport {
    disabledFacets = Set.copyOf(disabledFacets);
    servedBy = Map.copyOf(servedBy);
    openDevices = List.copyOf(openDevices);
    extensions = List.copyOf(extensions);
    symbols = List.copyOf(symbols);
    requires = List.copyOf(requires);
  }

  @Override
  public String toString() {
    return instance
        + " "
        + state
        + lastError.map(error -> " (" + error.getMessage() + ")").orElse("");
  }
}
