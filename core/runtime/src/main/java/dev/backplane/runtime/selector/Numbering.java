package dev.backplane.runtime.selector;

import dev.backplane.api.spi.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of the devices of one instance: those that are part of no other run on from 0 in the
 * order of enumeration, and parts run on from 0 in what they are part of.
 */
final class Numbering {
  private final List<Resource> resources;
  private final Map<String, Resource> byKey = new HashMap<>();
  private final Map<String, List<Integer>> paths = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  Numbering(List<Resource> resources) {
    this.resources = resources;
    resources.forEach(resource -> byKey.put(resource.key(), resource));
  }

  List<Candidate> number(String instance) {
    for (Resource resource : resources) {
      if (parent(resource) == null) {
        next(resource, "", List.of());
      }
    }
    List<Candidate> candidates = new ArrayList<>(resources.size());
    for (Resource resource : resources) {
      candidates.add(
          new Candidate(instance, resource.key(), resource.properties(), path(resource, 0)));
    }
    return candidates;
  }

  private List<Integer> path(Resource resource, int depth) {
    List<Integer> known = paths.get(resource.key());
    if (known != null) {
      return known;
    }
    Resource parent = parent(resource);
    // Parents in a circle are a defect of the driver; its devices are numbered nevertheless.
    return parent == null || depth > resources.size()
        ? next(resource, "", List.of())
        : next(resource, parent.key(), path(parent, depth + 1));
  }

  private List<Integer> next(Resource resource, String above, List<Integer> prefix) {
    List<Integer> path = new ArrayList<>(prefix);
    path.add(counts.merge(above, 1, Integer::sum) - 1);
    paths.put(resource.key(), path);
    return path;
  }

  private @Nullable Resource parent(Resource resource) {
    return resource.properties().parent().map(byKey::get).orElse(null);
  }
}
