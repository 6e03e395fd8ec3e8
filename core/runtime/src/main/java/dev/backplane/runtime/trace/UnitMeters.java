package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.runtime.meter.Meters;
import java.util.Optional;

/** Counts what compute units and queues execute. */
record UnitMeters(Meters meters) implements Listener {
  @Override
  public Optional<Track> track(String device, String name) {
    return Optional.of(meters.unit(device, name));
  }
}
