package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.DriverDevice;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Closing that meets a start. */
@Needs(kernels = true)
public abstract class ClosingRacesConformance extends RunSuite {
  private static final int ROUNDS = 20;

  /** A conformance class. */
  protected ClosingRacesConformance() {}

  @Test
  void aBufferThatIsClosedDuringAStartIsUsedOrRefused() {
    TestKernel ready = ready();
    for (int round = 0; round < ROUNDS; round++) {
      TestKernel next = rig().ready(ready.kernel(), rig().testCase());
      try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
        Future<?> closer =
            threads.submit(() -> only(ErrorCode.IN_USE, () -> rig().close(next.anyBuffer())));
        only(ErrorCode.CLOSED, () -> next.start().await(Rig.DEADLINE));
        finish(closer);
      }
    }
    ready.start().await(Rig.DEADLINE);
    ready.check();
  }

  @Test
  void aDeviceThatIsClosedDuringAStartIsUsedOrRefused() {
    for (int round = 0; round < ROUNDS; round++) {
      DriverDevice device = rig().open();
      TestKernel ready = rig().ready(device);
      try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
        Future<?> closer = threads.submit(() -> rig().closeDevice(device));
        try {
          ready.start().await(Rig.DEADLINE);
        } catch (BackplaneException e) {
          assertThat(e.code()).as(e.getMessage()).isIn(ErrorCode.CLOSED, ErrorCode.CANCELLED);
        }
        finish(closer);
      }
    }
    TestKernel again = rig().ready(rig().open());
    again.start().await(Rig.DEADLINE);
    again.check();
  }

  private static void only(ErrorCode code, Runnable call) {
    try {
      call.run();
    } catch (BackplaneException e) {
      assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
    }
  }
}
