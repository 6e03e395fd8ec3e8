package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace.Track;
import java.util.Optional;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/**
 * The flight recorder of the JDK. What has to be bound for it is, if a recording that wants it runs
 * when Backplane is opened.
 */
final class FlightRecords implements Listener {
  private final boolean calls = wanted(CallEvent.class);
  private final boolean runs = wanted(RunEvent.class);

  /** {@return a listener, if something is recorded in this process} */
  static Optional<Listener> ofProcess() {
    // Not asked any further where nothing is recorded: that would start the recorder.
    if (!FlightRecorder.isAvailable() || !FlightRecorder.isInitialized()) {
      return Optional.empty();
    }
    FlightRecords records = new FlightRecords();
    return records.calls || records.runs ? Optional.of(records) : Optional.empty();
  }

  private static boolean wanted(Class<? extends Event> type) {
    return EventType.getEventType(type).isEnabled();
  }

  @Override
  public boolean takesCalls() {
    // Each call is recorded where it is made, with the time at which it began.
    return calls;
  }

  @Override
  public Optional<Track> track(String device, String name) {
    return runs
        ? Optional.of((what, start, end) -> commit(device, name, what, end - start))
        : Optional.empty();
  }

  private static void commit(String device, String unit, String kernel, long took) {
    RunEvent event = new RunEvent();
    if (event.shouldCommit()) {
      event.device = device;
      event.unit = unit;
      event.kernel = kernel;
      event.took = took;
      event.commit();
    }
  }
}
