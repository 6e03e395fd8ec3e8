package dev.backplane.runtime.trace;

import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.Metrics;
import java.util.List;
import java.util.Optional;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/** Writes waits to the flight recorder of the JDK, if a recording wants them. */
public final class FlightWaits implements Metrics {
  private FlightWaits() {}

  /** {@return what records waits, if a recording of this process wants them now} */
  public static Optional<Metrics> ofProcess() {
    // Not asked any further where nothing is recorded: that would start the recorder.
    return FlightRecorder.isAvailable()
            && FlightRecorder.isInitialized()
            && EventType.getEventType(WaitEvent.class).isEnabled()
        ? Optional.of(new FlightWaits())
        : Optional.empty();
  }

  @Override
  public Meter meter(Metric metric, List<String> labels) {
    if (metric != Metric.WAIT_TIME) {
      return Meter.NONE;
    }
    String device = labels.getFirst();
    String kernel = labels.getLast();
    return nanos -> {
      WaitEvent event = new WaitEvent();
      if (event.shouldCommit()) {
        event.device = device;
        event.kernel = kernel;
        event.took = nanos;
        event.commit();
      }
    };
  }
}
