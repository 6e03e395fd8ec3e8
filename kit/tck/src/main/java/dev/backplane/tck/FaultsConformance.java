package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.api.spi.DriverDevice;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs that fail. */
@Needs(kernels = true, abilities = Ability.FAULTS)
public abstract class FaultsConformance extends QueueSuite {
  /** A conformance class. */
  protected FaultsConformance() {}

  @Test
  void aRunThatFailsSaysSoWhoeverWaits() {
    TestKernel faulting = faulting();
    Run run = faulting.start();
    List<String> messages =
        together(3, () -> refuses(code(), () -> run.await(Rig.DEADLINE)).getMessage());

    assertThat(messages).containsOnly(messages.getFirst());
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void theStageOfARunThatFailsFailsWithWhatWaitingThrows() {
    Run run = faulting().start();
    var stage = run.completion().toCompletableFuture();
    refuses(code(), () -> run.await(Rig.DEADLINE));
    Throwable why = stage.handle((report, thrown) -> thrown).orTimeout(30, TimeUnit.SECONDS).join();

    refuses(
        code(),
        () -> {
          throw why instanceof CompletionException wrapped ? wrapped.getCause() : why;
        });
  }

  @Test
  void theBuffersOfARunThatFailedCanBeClosed() {
    TestKernel faulting = faulting();
    refuses(code(), () -> faulting.start().await(Rig.DEADLINE));
    for (Object value : faulting.values()) {
      if (value instanceof Buffer buffer) {
        rig().close(buffer);
      }
    }
  }

  @Test
  void dependentsOfAFailedRunFail() {
    if (rig().subject().lacks(Ability.SIGNALS)) {
      return;
    }
    TestKernel faulting = faulting();
    Signal gate = gate();
    Run run = queue().submit(call(faulting), gate);
    Run after = queue().marker(run);
    gate.complete();

    refuses(code(), () -> run.await(Rig.DEADLINE));
    assertThat(after.join(Rig.DEADLINE)).isEqualTo(RunState.FAILED);
  }

  @Test
  void anotherInstanceWorksAfterAFault() {
    DriverDevice device = device();
    TestKernel faulting = rig().ready(device, rig().subject().faultingCase().testCase());
    refuses(code(), () -> faulting.start().await(Rig.DEADLINE));
    try (Rig other = rig().another()) {
      TestKernel ready = other.ready(other.open());
      ready.start().await(Rig.DEADLINE);
      ready.check();
    }
  }

  private TestKernel faulting() {
    return rig().ready(device(), rig().subject().faultingCase().testCase());
  }

  private ErrorCode code() {
    return rig().subject().faultingCase().code();
  }
}
