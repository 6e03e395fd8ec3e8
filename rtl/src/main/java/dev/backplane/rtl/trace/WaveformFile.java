package dev.backplane.rtl.trace;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Pin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Writes the pins of a kernel to a file that waveform viewers read: FST if its name ends in {@code
 * .fst}, VCD otherwise. Recording every pin makes simulation several times slower and a VCD takes
 * about a hundred bytes per cycle, hence the window. If its trigger never fires, there is no file.
 *
 * @param file where to; written anew at every reset
 * @param from the first cycle, counted from power-up, that is shown or may fire the trigger
 * @param length how many cycles, from the trigger on if there is one
 * @param trigger what starts the recording
 * @param before how many cycles before the trigger are shown too
 * @param pins which pins; those of clocks always are
 */
public record WaveformFile(
    Path file, long from, long length, Trigger trigger, int before, PinFilter pins)
    implements PinObserver.Factory {
  private static final int MOST_BEFORE = 1 << 20;

  /** Checks the window. */
  public WaveformFile {
    if (from < 0 || length < 1) {
      throw new IllegalArgumentException(
          "a window of " + length + " cycles from cycle " + from + " shows nothing");
    }
    if (before < 0 || before > MOST_BEFORE) {
      throw new IllegalArgumentException(
          before + " cycles before a trigger cannot be kept; 0 to " + MOST_BEFORE + " can");
    }
  }

  /**
   * A window without a trigger, of all pins.
   *
   * @param file where to
   * @param from the first cycle
   * @param length how many cycles
   */
  public WaveformFile(Path file, long from, long length) {
    this(file, from, length, Trigger.Moment.START, 0, PinFilter.ALL);
  }

  /**
   * {@return what writes a waveform file, FST if its name ends in {@code .fst} and VCD otherwise}
   */
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
            .filter(pin -> pins.takes(pin.port().name()) || clocks.contains(pin.port().name()))
            .toList();
    if (shown.stream().allMatch(pin -> clocks.contains(pin.port().name()))) {
      throw new IllegalArgumentException(
          "no pin is called "
              + pins.globs()
              + "; there are "
              + all.stream().map(pin -> pin.port().name()).toList());
    }
    BooleanSupplier condition = trigger.on(all);
    return new Recording(shown, clocks, condition);
  }

  /** One recording, of one engine. */
  private final class Recording implements PinObserver {
    private final PinWords values;
    private final long[] row;
    private final BooleanSupplier condition;
    private final TraceClock main;
    private final SampleRing ring;
    private final WaveSink sink;
    private final ChangeFeed feed;
    private boolean fired;
    private boolean faulted;
    private boolean over;
    private long end = Long.MAX_VALUE;
    private long lastCycle = -1;

    Recording(List<Pin> shown, TraceClocks clocks, BooleanSupplier condition) {
      this.condition = condition;
      values = new PinWords(shown);
      row = new long[values.total()];
      main = clocks.mainClock();
      // With several clocks, a cycle can have several samples; a few more are kept.
      ring = new SampleRing(Math.multiplyExact(before, clocks.all().size()), values.total());
      sink = open(file);
      feed = new ChangeFeed(sink, "kernel", shown.stream().map(Pin::port).toList(), clocks);
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
        if (trigger != Trigger.Moment.START) {
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
        case Trigger.Moment.START -> true;
        case Trigger.Moment.VIOLATION -> faulted;
        case Trigger.Condition _ -> condition.getAsBoolean();
      };
    }

    @Override
    public void fault(String message) {
      faulted = true;
      if (!over && (fired || trigger == Trigger.Moment.VIOLATION)) {
        sink.note("fault: " + message);
      }
    }

    @Override
    public void close() {
      if (fired && !over) {
        feed.end(main.periodStart(lastCycle + 1));
      }
      sink.close();
      if (!fired) {
        try {
          Files.deleteIfExists(file);
        } catch (IOException e) {
          throw TraceFailure.unwritable(file, e);
        }
      }
    }
  }
}
