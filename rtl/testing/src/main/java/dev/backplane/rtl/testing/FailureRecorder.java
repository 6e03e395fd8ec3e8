package dev.backplane.rtl.testing;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.trace.PinObserver;
import dev.backplane.rtl.engines.trace.TraceClocks;
import dev.backplane.rtl.engines.trace.WaveformRecorder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records a run, and notes in the recording why the run failed: whoever opens it sees that first.
 * Used by one thread.
 */
final class FailureRecorder implements PinObserver.Factory {
  private final WaveformRecorder recorder;
  private @Nullable Recording last;

  FailureRecorder(WaveformRecorder recorder) {
    this.recorder = recorder;
  }

  @Override
  public PinObserver observe(List<Pin> pins, TraceClocks clocks) {
    Recording made = new Recording(recorder.observe(pins, clocks));
    last = made;
    return made;
  }

  /** Notes a reason, unless the recording has one; the engine is still open. */
  void failed(String why) {
    Recording recording = last;
    if (recording != null && !recording.faulted) {
      recording.fault(why.lines().findFirst().orElse(""));
    }
  }

  /** The recording of one engine. */
  private static final class Recording implements PinObserver {
    private final PinObserver observer;
    private boolean faulted;

    Recording(PinObserver observer) {
      this.observer = observer;
    }

    @Override
    public void sample(long cycle, long time, long edges) {
      observer.sample(cycle, time, edges);
    }

    @Override
    public void fault(String message) {
      faulted = true;
      observer.fault(message);
    }

    @Override
    public void close() {
      observer.close();
    }
  }
}
