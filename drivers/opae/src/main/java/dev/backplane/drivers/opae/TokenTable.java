package dev.backplane.drivers.opae;

import dev.backplane.opae.TokenHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens that an instance holds, by the keys of its resources. A token is held until the plugin
 * is unloaded, because C programs and open devices use it. Where a later search finds the same
 * resource, its new token is given back at once; where it finds another one in its place, such as a
 * new accelerator, both are held. Guarded by its instance's lock for searching, but for {@link
 * #find}.
 */
final class TokenTable {
  private final Map<String, FoundResource> latest = new LinkedHashMap<>();
  private final List<Long> tokens = new ArrayList<>();

  /** Keys that are not enough: several resources sit at one place of the bus. */
  private final Set<String> shared = new HashSet<>();

  /**
   * Makes the keys of what one search has found.
   *
   * @param headers what their tokens begin with
   * @return their keys, in the same order
   */
  synchronized List<String> keys(List<TokenHeader> headers) {
    Map<String, Integer> places = new HashMap<>();
    headers.forEach(header -> places.merge(place(header), 1, Integer::sum));
    places.forEach(
        (place, count) -> {
          if (count > 1) {
            shared.add(place);
          }
        });
    Set<String> taken = new HashSet<>();
    List<String> keys = new ArrayList<>();
    for (TokenHeader header : headers) {
      String place = place(header);
      String key = shared.contains(place) ? place + "-%x".formatted(header.objectId()) : place;
      String free = key;
      for (int number = 2; !taken.add(free); number++) {
        free = key + "." + number;
      }
      keys.add(free);
    }
    return keys;
  }

  private static String place(TokenHeader header) {
    return "%04x:%02x:%02x.%x-%s"
        .formatted(
            header.segment(),
            header.bus(),
            header.device(),
            header.function(),
            header.objectType() == TokenHeader.DEVICE ? "device" : "accelerator");
  }

  /**
   * Holds a resource that was found.
   *
   * @return what it is known as, if that is so: its new token is not needed then
   */
  synchronized Optional<FoundResource> hold(FoundResource found) {
    FoundResource known = latest.get(found.key());
    if (known == null || !known.header().equals(found.header())) {
      tokens.add(found.token());
      latest.put(found.key(), found);
      return Optional.empty();
    }
    FoundResource same =
        new FoundResource(found.key(), known.token(), found.header(), found.properties());
    latest.put(found.key(), same);
    return Optional.of(same);
  }

  synchronized Optional<FoundResource> find(String key) {
    return Optional.ofNullable(latest.get(key));
  }

  /** {@return the key of the device that an accelerator is a part of} */
  synchronized Optional<String> parent(TokenHeader child) {
    return latest.values().stream()
        .filter(each -> each.header().isParentOf(child))
        .map(FoundResource::key)
        .findFirst();
  }

  synchronized List<String> keys() {
    return List.copyOf(latest.keySet());
  }

  synchronized boolean isEmpty() {
    return latest.isEmpty();
  }

  /** {@return all tokens, which are not held any more} */
  synchronized List<Long> release() {
    List<Long> all = List.copyOf(tokens);
    tokens.clear();
    latest.clear();
    return all;
  }
}
