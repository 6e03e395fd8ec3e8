package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Filter;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for the first resource that matches. Instances that are loaded are asked in any case; those
 * that are not are loaded one after the other, and none behind the instance that has the resource.
 */
final class FirstMatch {
  private FirstMatch() {}

  /**
   * Looks.
   *
   * @param instances all instances, in order
   * @param filters alternatives; none means everything
   * @return the answer of the first instance that has what matches
   * @throws BackplaneException as {@link Search#search(List, List)}
   */
  static Optional<Search.Answer> of(
      Search search, List<PluginInstance> instances, List<Filter> filters) {
    List<PluginInstance> loaded = new ArrayList<>();
    List<PluginInstance> lazy = new ArrayList<>();
    for (PluginInstance instance : instances) {
      (instance.phase() instanceof Phase.Lazy ? lazy : loaded).add(instance);
    }
    Optional<Search.Answer> first = matching(search.search(loaded, filters));
    int before = first.map(answer -> instances.indexOf(answer.instance())).orElse(instances.size());
    for (PluginInstance instance : instances.subList(0, before)) {
      if (lazy.contains(instance)) {
        Optional<Search.Answer> found = matching(search.search(List.of(instance), filters));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return first;
  }

  private static Optional<Search.Answer> matching(List<Search.Answer> answers) {
    return answers.stream().filter(answer -> !answer.found().resources().isEmpty()).findFirst();
  }
}
