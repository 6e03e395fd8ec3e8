package dev.backplane.opae.driver;

import dev.backplane.opae.abi.TokenHeader;
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

  /** The names of places on the bus, by their numbers. */
  private final Map<Long, Place> places = new HashMap<>();

  /** The keys of devices, by the numbers of their boards. */
  private final Map<Long, String> devices = new HashMap<>();

  /** Places that are not enough as keys: several resources sit there. */
  private final Set<String> shared = new HashSet<>();

  private int searches;

  /** A place of the bus, and the search that has found something there last. */
  private static final class Place {
    final String name;
    int search;

    Place(String name) {
      this.name = name;
    }
  }

  /**
   * Makes the keys of what one search has found.
   *
   * @param headers what their tokens begin with
   * @return their keys, in the same order
   */
  synchronized List<String> keys(List<TokenHeader> headers) {
    searches++;
    List<String> found = new ArrayList<>(headers.size());
    for (TokenHeader header : headers) {
      Place place = places.computeIfAbsent(number(header), _ -> new Place(place(header)));
      found.add(place.name);
      if (place.search == searches) {
        shared.add(place.name);
      }
      place.search = searches;
    }
    return shared.isEmpty() ? found : distinct(headers, found);
  }

  private List<String> distinct(List<TokenHeader> headers, List<String> found) {
    Set<String> taken = new HashSet<>();
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      String place = found.get(i);
      String key =
          shared.contains(place) ? place + "-%x".formatted(headers.get(i).objectId()) : place;
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
            isDevice(header) ? "device" : "accelerator");
  }

  private static boolean isDevice(TokenHeader header) {
    return header.objectType() == TokenHeader.DEVICE;
  }

  /**
   * {@return a number for a place on the bus} Two places with different names have different
   * numbers.
   */
  private static long number(TokenHeader header) {
    return board(header) << 9 | (long) header.function() << 1 | (isDevice(header) ? 1 : 0);
  }

  /** {@return the number that the places of a device and its accelerators have in common} */
  static long board(TokenHeader header) {
    return (long) header.segment() << 16 | (long) header.bus() << 8 | header.device();
  }

  /**
   * Holds a resource that was found.
   *
   * @return the resource; if it is known, with the token that is held of it, and its new token is
   *     not needed
   */
  synchronized FoundResource hold(FoundResource found) {
    FoundResource known = latest.get(found.key());
    FoundResource now = found;
    if (known != null && known.header().equals(found.header())) {
      now = new FoundResource(found.resource(), known.token(), found.header(), found.told());
    } else {
      tokens.add(found.token());
    }
    latest.put(now.key(), now);
    if (isDevice(now.header())) {
      devices.putIfAbsent(board(now.header()), now.key());
    }
    return now;
  }

  synchronized Optional<FoundResource> find(String key) {
    return Optional.ofNullable(latest.get(key));
  }

  /** {@return the key of the device that an accelerator is a part of} */
  synchronized Optional<String> parent(TokenHeader child) {
    return isDevice(child) ? Optional.empty() : Optional.ofNullable(devices.get(board(child)));
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
    devices.clear();
    return all;
  }
}
