package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.api.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A run that the program completes. */
final class SoftwareSignal extends SoftwareRun implements Signal {
  SoftwareSignal(SoftwareQueues device) {
    super(device);
  }

  @Override
  public void complete() {
    if (!endWith(null)) {
      throw ended("complete");
    }
  }

  @Override
  public void fail() {
    if (!cancel()) {
      throw ended("fail");
    }
  }

  @Override
  public boolean cancel() {
    return endWith(
        BackplaneException.because(ErrorCode.KERNEL_FAILED, "the signal was failed")
            .on(toString())
            .build());
  }

  /** The device is closed. */
  void deviceClosed() {
    var _ =
        endWith(
            BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
                .on(toString())
                .build());
  }

  private boolean endWith(@Nullable BackplaneException failure) {
    if (!claim()) {
      return false;
    }
    device().ended(this);
    end(new RunReport(-1, Duration.ZERO), failure);
    tell();
    return true;
  }

  private BackplaneException ended(String operation) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it has ended: " + state())
        .during(operation)
        .on(toString())
        .remedy("Complete or fail a signal once")
        .build();
  }

  @Override
  public Times times() {
    throw unprofiled();
  }

  @Override
  void watch() {}

  @Override
  void pause(long nanos) throws InterruptedException {
    pauseUntilTold(nanos);
  }

  @Override
  public String toString() {
    return "signal";
  }
}
