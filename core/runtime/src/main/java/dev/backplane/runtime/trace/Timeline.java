package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.json.JsonText;
import dev.backplane.runtime.TracedCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A file in the JSON array form of the trace event format, which Perfetto and Chrome show: calls by
 * thread, and one track for each compute unit and queue. Each event is written when it has ended,
 * whole, and nothing but the closing bracket is due at the end, which the format lets be missing:
 * what there is of the file can be loaded at any time.
 */
final class Timeline implements Listener {
  /** The group of tracks for threads; devices come after it. */
  private static final int HOST = 1;

  private final Consumer<String> output;
  private final long origin;

  // All guarded by this; nothing that is traced is called under it.
  private final Set<Long> threads = new HashSet<>();
  private final Map<String, Integer> devices = new HashMap<>();
  private final Map<String, UnitTrack> tracks = new HashMap<>();
  private int lanes;
  private boolean first = true;
  private boolean closed;

  /** The files that are being written; guarded by itself. */
  private static final Map<Path, Timeline> OPEN = new HashMap<>();

  private Runnable forget = () -> {};

  /** The number of holders; guarded by {@link #OPEN}. */
  private int holders = 1;

  /**
   * Opens a file. Those who are open at one time in this process share it.
   *
   * @param file the file
   * @param where who named it, for messages
   */
  static Timeline at(Path file, String where) {
    Path key = file.toAbsolutePath().normalize();
    synchronized (OPEN) {
      Timeline shared = OPEN.get(key);
      if (shared != null) {
        shared.holders++;
        return shared;
      }
      Timeline made = new Timeline(TextOutput.fresh(key, where), System::nanoTime);
      made.forget = () -> OPEN.remove(key, made);
      OPEN.put(key, made);
      return made;
    }
  }

  /**
   * A file.
   *
   * @param output takes the text, each time whole events
   * @param clock what times are relative to: when it is asked first
   */
  Timeline(Consumer<String> output, LongSupplier clock) {
    this.output = output;
    origin = clock.getAsLong();
    write(named("process_name", HOST, 0, "host"));
  }

  @Override
  public boolean takesCalls() {
    return true;
  }

  @Override
  public synchronized void returned(Returned returned) {
    Thread thread = Thread.currentThread();
    if (threads.add(thread.threadId())) {
      String name = thread.getName().isEmpty() ? "thread " + thread.threadId() : thread.getName();
      write(named("thread_name", HOST, thread.threadId(), name));
    }
    TracedCall call = returned.call();
    String moved =
        returned
            .transfer()
            .map(
                transfer ->
                    ",\"direction\":"
                        + JsonText.quoted(transfer.direction())
                        + ",\"bytes\":"
                        + transfer.bytes())
            .orElse("");
    write(
        span(
            call.call(),
            returned.transfer().isPresent() ? "transfer" : "call",
            returned.begin(),
            call.took().toNanos(),
            HOST,
            thread.threadId(),
            "{\"on\":"
                + JsonText.quoted(call.subject())
                + ",\"arguments\":"
                + JsonText.quoted(call.arguments())
                + ",\"outcome\":"
                + JsonText.quoted(call.outcome())
                + moved
                + "}"));
  }

  @Override
  public synchronized Optional<Track> track(String device, String name) {
    return Optional.of(
        tracks.computeIfAbsent(device + '\n' + name, _ -> new UnitTrack(device(device), name)));
  }

  private int device(String device) {
    return devices.computeIfAbsent(
        device,
        _ -> {
          int group = HOST + 1 + devices.size();
          write(named("process_name", group, 0, device));
          return group;
        });
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      holders--;
      if (holders > 0) {
        return;
      }
      forget.run();
    }
    synchronized (this) {
      closed = true;
      output.accept("\n]\n");
      if (output instanceof TextOutput own) {
        own.close();
      }
    }
  }

  private static String named(String kind, int group, long track, String name) {
    return "{\"name\":\"%s\",\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":%s}}"
        .formatted(kind, group, track, JsonText.quoted(name));
  }

  private String span(
      String name, String category, long begin, long nanos, int group, long track, String args) {
    return "{\"name\":%s,\"cat\":\"%s\",\"ph\":\"X\",\"ts\":%s,\"dur\":%s,\"pid\":%d,\"tid\":%d,\"args\":%s}"
        .formatted(
            JsonText.quoted(name),
            category,
            micros(begin - origin),
            micros(nanos),
            group,
            track,
            args);
  }

  private static String micros(long nanos) {
    return String.format(Locale.ROOT, "%d.%03d", nanos / 1000, Math.abs(nanos % 1000));
  }

  private synchronized void write(String event) {
    if (!closed) {
      output.accept((first ? "[\n" : ",\n") + event);
      first = false;
    }
  }

  /**
   * The spans of one compute unit or queue. Those of a queue without order may overlap, which one
   * track cannot show: they get another of the same name below it.
   */
  private final class UnitTrack implements Track {
    private final int group;
    private final String name;

    /** The end of the last span of each lane. */
    private final List<Lane> own = new ArrayList<>();

    private static final class Lane {
      private final int number;
      private long end;

      Lane(int number) {
        this.number = number;
      }
    }

    UnitTrack(int group, String name) {
      this.group = group;
      this.name = name;
      // Named before anything happens on it: an idle unit is seen to be idle.
      own.add(newLane());
    }

    private Lane newLane() {
      Lane lane = new Lane(++lanes);
      lane.end = Long.MIN_VALUE;
      write(
          named(
              "thread_name",
              group,
              lane.number,
              own.isEmpty() ? name : name + " (" + (own.size() + 1) + ")"));
      return lane;
    }

    @Override
    public void span(String what, long start, long end) {
      synchronized (Timeline.this) {
        Lane lane = laneAt(start);
        lane.end = Math.max(start, end);
        write(
            Timeline.this.span(
                what, "run", start, Math.max(0, end - start), group, lane.number, "{}"));
      }
    }

    private Lane laneAt(long start) {
      for (Lane lane : own) {
        if (lane.end == Long.MIN_VALUE || lane.end - start <= 0) {
          return lane;
        }
      }
      Lane lane = newLane();
      own.add(lane);
      return lane;
    }
  }
}
