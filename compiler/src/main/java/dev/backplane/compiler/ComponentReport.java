package dev.backplane.compiler;

import dev.backplane.plugin.PluginException;
import java.util.List;
import java.util.Optional;

/**
 * A report about a component plugin that was found. Immutable.
 *
 * @param name its name, or its file if it cannot be read
 * @param version its version, as written; empty if it does not say
 * @param location the jar, folder or class path entry it comes from
 * @param symbols the classes that it exports
 * @param requires the plugins that it needs, as written
 * @param refusal why it was not loaded, or empty if it was
 */
public record ComponentReport(
    String name,
    String version,
    String location,
    List<String> symbols,
    List<String> requires,
    Optional<PluginException> refusal) {
  /** Copies the lists. */
  public ComponentReport {
    symbols = List.copyOf(symbols);
    requires = List.copyOf(requires);
  }
}
