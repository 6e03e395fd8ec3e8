package dev.backplane.rtl.harness;

import java.util.List;
import java.util.function.Consumer;

/** The model of a clock without interfaces. */
final class NoInterfaces implements BusModel {
  @Override
  public void sample() {}

  @Override
  public void drive() {}

  @Override
  public void checkQuiet(String when) {}

  @Override
  public boolean isBusy() {
    return false;
  }

  @Override
  public void checkFinished() {}

  @Override
  public List<PortStatistics> statistics() {
    return List.of();
  }

  @Override
  public void clearStatistics() {}

  @Override
  public void describeWaits(Consumer<String> waits) {}

  @Override
  public void describeState(Consumer<String> states) {}
}
