package dev.backplane.runtime.selector;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A demand on properties: a filter, and patterns for the name where one was written with {@code *}.
 *
 * @param filter all that is compared exactly
 * @param names what the name must match too
 */
record PropertyTerms(Filter filter, List<Pattern> names) {
  static PropertyTerms of(Filter filter) {
    return new PropertyTerms(filter, List.of());
  }

  boolean matches(DeviceProperties properties) {
    return filter.matches(properties)
        && names.stream().allMatch(name -> name.matcher(properties.name()).matches());
  }
}
