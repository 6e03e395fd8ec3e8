package dev.backplane.drivers.capi.config;

import dev.backplane.api.capi.AfuMode;
import org.jspecify.annotations.Nullable;

/**
 * An AFU of the configuration.
 *
 * @param afu its class
 * @param mode how processes share it; the first that it supports if it is not said
 */
public record AfuConfig(String afu, @Nullable AfuMode mode) {}
