package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.meter.DeviceMeters;
import dev.backplane.runtime.trace.ErrorEvent;
import org.jspecify.annotations.Nullable;

/**
 * Takes the errors of a device when they are made, for the flight recorder and for metrics.
 *
 * @param device the identity of the device
 * @param instance the plugin instance that it is of
 * @param meters the meters of the device, or null where nobody counts
 */
public record ErrorMeter(String device, String instance, @Nullable DeviceMeters meters) {
  /** Says that the program is told an error. */
  public void told(ErrorCode code) {
    new ErrorEvent().told(device, instance, code);
    if (meters != null) {
      meters.error(code);
    }
  }
}
