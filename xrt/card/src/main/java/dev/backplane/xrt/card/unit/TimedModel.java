package dev.backplane.xrt.card.unit;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.spi.CallTrace.Track;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model whose executions are written to a track of the trace of calls. */
public final class TimedModel implements UnitModel {
  private final UnitModel model;
  private final String kernel;
  private final Track track;

  public TimedModel(UnitModel model, String kernel, Track track) {
    this.model = model;
    this.kernel = kernel;
    this.track = track;
  }

  @Override
  public long execute(RunArguments arguments, Supervisor supervisor) {
    long begin = System.nanoTime();
    try {
      return model.execute(arguments, supervisor);
    } finally {
      track.span(kernel, begin, System.nanoTime());
    }
  }

  @Override
  public void executeStarted(Supervisor supervisor) {
    long begin = System.nanoTime();
    try {
      model.executeStarted(supervisor);
    } finally {
      track.span(kernel, begin, System.nanoTime());
    }
  }

  @Override
  public int read(long offset) {
    return model.read(offset);
  }

  @Override
  public void write(long offset, int value) {
    model.write(offset, value);
  }

  @Override
  public boolean isStarted() {
    return model.isStarted();
  }

  @Override
  public boolean isMovedByAccesses() {
    return model.isMovedByAccesses();
  }

  @Override
  public long startedCycles() {
    return model.startedCycles();
  }

  @Override
  public boolean takeInterrupt() {
    return model.takeInterrupt();
  }

  @Override
  public boolean isClocked() {
    return model.isClocked();
  }

  @Override
  public void advance() {
    model.advance();
  }

  @Override
  public List<PortActivity> activity(String unit, long cycles) {
    return model.activity(unit, cycles);
  }

  @Override
  public @Nullable Throwable fault() {
    return model.fault();
  }

  @Override
  public boolean isInterruptible() {
    return model.isInterruptible();
  }

  @Override
  public void close() {
    model.close();
  }
}
