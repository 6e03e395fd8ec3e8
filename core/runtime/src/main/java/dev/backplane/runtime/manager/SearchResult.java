package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer of one instance to a search.
 *
 * @param resources the matching resources
 * @param error why there are none, or null
 */
record SearchResult(List<Resource> resources, @Nullable BackplaneException error) {
  static final SearchResult NOTHING = new SearchResult(List.of(), null);

  static SearchResult failed(BackplaneException error) {
    return new SearchResult(List.of(), error);
  }
}
