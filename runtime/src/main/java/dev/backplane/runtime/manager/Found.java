package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one instance answered to a search.
 *
 * @param resources the matching resources
 * @param error why there are none, or null
 */
record Found(List<Resource> resources, @Nullable BackplaneException error) {
  static final Found NOTHING = new Found(List.of(), null);

  static Found failed(BackplaneException error) {
    return new Found(List.of(), error);
  }
}
