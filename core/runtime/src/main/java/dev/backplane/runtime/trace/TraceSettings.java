package dev.backplane.runtime.trace;

import dev.backplane.runtime.TraceLevel;
import dev.backplane.runtime.TraceSink;
import dev.backplane.runtime.meter.Meters;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a program gives for traces; what it leaves open, the environment says.
 *
 * @param sink takes the calls, or null
 * @param level how much is written as text, or null
 * @param output takes the text, or null
 * @param place where the text goes, or null
 * @param timeline the file for a viewer of time lines, or null
 * @param units counts what compute units execute, or null
 */
public record TraceSettings(
    @Nullable TraceSink sink,
    @Nullable TraceLevel level,
    @Nullable Consumer<String> output,
    @Nullable String place,
    @Nullable Path timeline,
    @Nullable Meters units) {
  /** The variable that says how much is written. */
  public static final String LEVEL = "BACKPLANE_TRACE";

  /** The variable that the runtime of DPC++ reads for the same; ours wins. */
  public static final String LEVEL_OF_SYCL = "SYCL_PI_TRACE";

  /** The variable that says where the text goes. */
  public static final String PLACE = "BACKPLANE_TRACE_TO";

  /** The variable that names the file for a viewer of time lines. */
  public static final String TIMELINE = "BACKPLANE_TRACE_FILE";

  /**
   * Makes the tracer.
   *
   * @param environment the environment variables
   * @param folder what relative paths are relative to
   * @return a tracer, which may be none
   */
  public Tracer tracer(Map<String, String> environment, Path folder) {
    List<Listener> listeners = new ArrayList<>();
    TraceSink own = sink;
    if (own != null) {
      listeners.add(new CallListener(own));
    }
    TraceLevel wanted = wanted(environment);
    if (wanted.mask() != 0) {
      listeners.add(new TextTrace(wanted, text(environment, folder)));
    }
    FlightRecords.ofProcess().ifPresent(listeners::add);
    if (units != null) {
      listeners.add(new UnitMeters(units));
    }
    String variable = environment.getOrDefault(TIMELINE, "");
    // Last: nothing that may fail comes after it has made its file.
    if (timeline != null) {
      listeners.add(Timeline.at(folder.resolve(timeline), "the program"));
    } else if (!variable.isEmpty()) {
      listeners.add(Timeline.at(folder.resolve(variable), TIMELINE));
    }
    return listeners.isEmpty() ? Tracer.NONE : new CallTracer(listeners, InstantSource.system());
  }

  private TraceLevel wanted(Map<String, String> environment) {
    if (level != null) {
      return level;
    }
    for (String variable : List.of(LEVEL, LEVEL_OF_SYCL)) {
      String text = environment.getOrDefault(variable, "");
      if (!text.isEmpty()) {
        return TraceLevel.parse(text, variable);
      }
    }
    return TraceLevel.NOTHING;
  }

  private Consumer<String> text(Map<String, String> environment, Path folder) {
    if (place != null) {
      return TextOutput.at(place, folder, "the program");
    }
    String variable = environment.getOrDefault(PLACE, "");
    if (!variable.isEmpty()) {
      return TextOutput.at(variable, folder, PLACE);
    }
    return output == null ? TextOutput.errors() : output;
  }

  /** Calls as the program takes them. */
  private record CallListener(TraceSink sink) implements Listener {
    @Override
    public boolean takesCalls() {
      return true;
    }

    @Override
    public void returned(Returned call) {
      sink.accept(call.call());
    }
  }
}
