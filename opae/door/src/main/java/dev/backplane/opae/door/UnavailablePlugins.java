package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells on stderr, each thing once, why plugins are not there. To a search that finds nothing OPAE
 * answers success, so that its program cannot know that a plugin was passed over.
 */
final class UnavailablePlugins {
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  void tell(Backplane backplane) {
    backplane.notes().forEach(this::tell);
    backplane.plugins().stream()
        .map(PluginReport::lastError)
        .flatMap(Optional::stream)
        .map(BackplaneException::getMessage)
        .forEach(this::tell);
  }

  private void tell(String problem) {
    if (told.add(problem)) {
      System.err.println("backplane: " + problem);
    }
  }
}
