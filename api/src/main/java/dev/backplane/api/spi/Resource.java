package dev.backplane.api.spi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import java.util.regex.Pattern;

/**
 * A resource that a driver found.
 *
 * @param key the driver's name for it: unique in the instance and the same on every run, for
 *     example a serial number or bus address; letters, digits and {@code ._:-}
 * @param properties what is known of it
 */
public record Resource(String key, DeviceProperties properties) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]+");

  /** Checks the key. */
  public Resource {
    if (!KEY.matcher(key).matches()) {
      throw new BackplaneException(
          ErrorCode.INVALID_ARGUMENT, "'" + key + "' is not a resource key: [A-Za-z0-9._:-]+");
    }
  }
}
