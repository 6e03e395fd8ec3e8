package dev.backplane.api.spi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;

/**
 * A resource that a driver found.
 *
 * @param key the driver's name for it: unique in the instance and the same on every run, for
 *     example a serial number or bus address; letters, digits and {@code ._:-}
 * @param properties what is known of it
 */
public record Resource(String key, DeviceProperties properties) {
  /** Checks the key. */
  public Resource {
    if (!isKey(key)) {
      throw new BackplaneException(
          ErrorCode.INVALID_ARGUMENT, "'" + key + "' is not a resource key: [A-Za-z0-9._:-]+");
    }
  }

  // By hand: the first regular expression of a process takes longer than all keys of a listing.
  private static boolean isKey(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean fits =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "._:-".indexOf(c) >= 0;
      if (!fits) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
