package dev.backplane.runtime.meter;

import dev.backplane.runtime.metrics.Metrics.Meter;
import java.util.function.Consumer;

/** A meter of the program that is added to no more once it has thrown. */
final class SafeMeter implements Meter {
  private final Consumer<Throwable> broken;

  /** A thread that does not see it replaced at once replaces it again. */
  private Meter target;

  SafeMeter(Meter target, Consumer<Throwable> broken) {
    this.target = target;
    this.broken = broken;
  }

  @Override
  public void add(long amount) {
    try {
      target.add(amount);
    } catch (Throwable e) {
      target = Meter.NONE;
      broken.accept(e);
    }
  }
}
