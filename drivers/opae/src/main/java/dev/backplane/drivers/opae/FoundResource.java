package dev.backplane.drivers.opae;

import dev.backplane.api.DeviceProperties;
import dev.backplane.opae.TokenHeader;

/**
 * A resource that the plugin has found.
 *
 * @param key what it is called
 * @param token the plugin's token, which is given back when the plugin is unloaded
 * @param header what the token begins with
 * @param properties what is known of it
 */
record FoundResource(String key, long token, TokenHeader header, DeviceProperties properties) {}
