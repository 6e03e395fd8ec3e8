package dev.backplane.view;

import java.util.Map;
import java.util.Optional;

/**
 * A request to a {@link Route}.
 *
 * @param method {@code GET}, or {@code POST} for what changes something
 * @param path what follows the place of the route, without a slash at its begin
 * @param query the parameters behind the question mark
 * @param body the body of a {@code POST}, at most {@link ViewServer#LARGEST_BODY} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Request(String method, String path, Map<String, String> query, byte[] body) {
  /** {@return a parameter, if it is there} */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /**
   * {@return a parameter that is a whole number}
   *
   * @param absent the number where there is no such parameter
   * @throws IllegalArgumentException if it is no number; the page is told
   */
  public long number(String name, long absent) {
    String text = query.get(name);
    if (text == null) {
      return absent;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + text + " is no whole number", e);
    }
  }
}
