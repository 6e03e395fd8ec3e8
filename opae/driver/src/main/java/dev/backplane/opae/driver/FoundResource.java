package dev.backplane.opae.driver;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.spi.Resource;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.TokenHeader;
import java.util.Optional;

/**
 * A resource that the plugin has found.
 *
 * @param resource what it is called, and what is known of it
 * @param token the plugin's token, which is given back when the plugin is unloaded
 * @param header what the token begins with
 * @param told what the plugin said of it, from which that is known
 */
record FoundResource(Resource resource, long token, TokenHeader header, ReportedFields told) {
  String key() {
    return resource.key();
  }

  DeviceProperties properties() {
    return resource.properties();
  }

  /** {@return whether the plugin says the same of it as before} */
  boolean isAsBefore(TokenHeader now, FpgaProperties fields, Optional<String> parent) {
    return told.are(fields) && header.equals(now) && properties().parent().equals(parent);
  }
}
