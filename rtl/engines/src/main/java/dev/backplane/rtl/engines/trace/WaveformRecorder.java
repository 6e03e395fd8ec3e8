package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Pin;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Records the pins of a kernel in a waveform file: FST if its name ends in {@code .fst}, VCD
 * otherwise. Recording all pins makes simulation several times slower, and a VCD takes about a
 * hundred bytes per cycle; therefore a recording has a window. If its trigger never fires, no file
 * is written.
 *
 * @param file the file; every reset overwrites it
 * @param from the first cycle, counted from power-up, that is recorded or may fire the trigger
 * @param length the number of cycles, from the trigger on if there is one
 * @param trigger what starts the recording
 * @param before the number of cycles before the trigger that are recorded too
 * @param pins selects pins; clocks are always recorded
 */
public record WaveformRecorder(
    Path file, long from, long length, Trigger trigger, int before, PinFilter pins)
    implements PinObserver.Factory {
  private static final int MAX_CYCLES_BEFORE = 1 << 20;

  /** Checks the window. */
  public WaveformRecorder {
    if (from < 0 || length < 1) {
      throw new IllegalArgumentException(
          "a window of " + length + " cycles from cycle " + from + " shows nothing");
    }
    if (before < 0 || before > MAX_CYCLES_BEFORE) {
      throw new IllegalArgumentException(
          before + " cycles before a trigger cannot be kept; 0 to " + MAX_CYCLES_BEFORE + " can");
    }
  }

  /**
   * A recording of all pins in a window without a trigger.
   *
   * @param file the file
   * @param from the first cycle
   * @param length the number of cycles
   */
  public WaveformRecorder(Path file, long from, long length) {
    this(file, from, length, Trigger.Event.START, 0, PinFilter.ALL);
  }

  /** {@return a writer of a waveform file, FST if its name ends in {@code .fst}, VCD otherwise} */
  public static WaveSink open(Path file) {
    return String.valueOf(file).toLowerCase(Locale.ROOT).endsWith(".fst")
        ? new FstWriter(file)
        : new VcdWriter(file);
  }

  /**
   * Creates the file.
   *
   * @throws RtlException {@link RtlError#TRACE_FAILED} if it cannot be written; samples may fail
   *     with the same
   * @throws IllegalArgumentException if the trigger or the filter names a pin that does not exist
   */
  @Override
  public PinObserver observe(List<Pin> all, TraceClocks clocks) {
    List<Pin> shown =
        all.stream()
            .filter(pin -> pins.accepts(pin.port().name()) || clocks.contains(pin.port().name()))
            .toList();
    if (shown.stream().allMatch(pin -> clocks.contains(pin.port().name()))) {
      throw new IllegalArgumentException(
          "no pin is called "
              + pins.globs()
              + "; there are "
              + all.stream().map(pin -> pin.port().name()).toList());
    }
    BooleanSupplier condition = trigger.bind(all);
    return new Recording(shown, clocks, condition);
  }

  /** The recording of one engine. */
  private final class Recording implements PinObserver {
    private final PinSampler values;
    private final long[] row;
    private final BooleanSupplier condition;
    private final TraceClock main;
    private final SampleRing ring;
    private final WaveSink sink;
    private final ChangeDetector feed;
    private boolean fired;
    private boolean faulted;
    private boolean over;
    private long end = Long.MAX_VALUE;
    private long lastCycle = -1;

    Recording(List<Pin> shown, TraceClocks clocks, BooleanSupplier condition) {
      this.condition = condition;
      values = new PinSampler(shown);
      row = new long[values.wordCount()];
      main = clocks.mainClock();
      // With several clocks, a cycle can have several samples: the ring is larger then.
      ring = new SampleRing(Math.multiplyExact(before, clocks.all().size()), values.wordCount());
      sink = open(file);
      feed = new ChangeDetector(sink, "kernel", shown.stream().map(Pin::port).toList(), clocks);
    }

    @Override
    public void sample(long cycle, long time, long edges) {
      if (over || cycle < from) {
        return;
      }
      lastCycle = cycle;
      if (!fired && fires()) {
        fired = true;
        end = Long.MAX_VALUE - length < cycle ? Long.MAX_VALUE : cycle + length;
        ring.replay(feed);
        if (trigger != Trigger.Event.START) {
          sink.note("trigger in cycle " + cycle);
        }
      }
      if (!fired) {
        ring.add(values, time, edges);
      } else if (cycle >= end) {
        over = true;
        feed.end(time);
      } else {
        values.read(row, 0);
        feed.sample(time, edges, row, 0);
      }
    }

    private boolean fires() {
      return switch (trigger) {
        case Trigger.Event.START -> true;
        case Trigger.Event.VIOLATION -> faulted;
        case Trigger.Condition _ -> condition.getAsBoolean();
      };
    }

    @Override
    public void fault(String message) {
      faulted = true;
      if (!over && (fired || trigger == Trigger.Event.VIOLATION)) {
        sink.note("fault: " + message);
      }
    }

    @Override
    public void close() {
      if (fired && !over) {
        feed.end(main.periodStart(lastCycle + 1));
      }
      sink.close();
      // A device, a pipe, or what a link leads to was not made here, and stays.
      if (!fired && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        WaveFile.remove(file);
      }
    }
  }
}
