package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.tck.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are started again and again, of a short kernel and of a long one. */
final class CallTest {
  private static final int FEW = 20_000;

  private final TestCard card =
      new TestCard(JavaKernels.configFor("vadd", ShortKernels.Vadd.class));
  private final Kernel vadd = card.kernel("vadd");
  private final Buffer a = vadd.buffer("a", 64).write(1, 2, 3).sync();
  private final Buffer b = vadd.buffer("b", 64).write(10, 20, 30).sync();
  private final Buffer c = vadd.buffer("c", 64);

  @AfterEach
  void close() {
    card.close();
  }

  private Call bind() {
    return vadd.bind(a, b, c, 3);
  }

  @Test
  void itComputesEachTimeWithTheArgumentsThatItHas() {
    Call run = bind();
    assertThat(run.start().join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(c.syncBack().read(new int[3])).containsExactly(11, 22, 33);

    Buffer other = vadd.buffer("c", 64);
    run.set(0, b).set(2, other).set(3, 2).start().await(DEADLINE);
    assertThat(other.syncBack().read(new int[3])).containsExactly(20, 40, 0);
    assertThat(c.syncBack().read(new int[3])).containsExactly(11, 22, 33);
    c.close();
    refuses(ErrorCode.IN_USE, other::close);
    run.close();
    other.close();
  }

  @Test
  void aFailureIsOfOneExecution() {
    Call call = bind().set(3, -1);
    Run run = call.start();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(refuses(ErrorCode.KERNEL_FAILED, () -> run.await(DEADLINE)).getMessage())
        .contains("broken on purpose");
    assertThat(call.set(3, 3).start()).isSameAs(run);
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(run.await(DEADLINE)).isNotNull();
  }

  @Test
  void aClosedCallIsNotStarted() {
    Call run = bind();
    run.close();
    refuses(ErrorCode.CLOSED, run::start);
  }

  @Test
  void aLongKernelIsInFlightUntilItIsCancelled() {
    Kernel spin = card.kernel("spin");
    Call call = spin.bind(spin.buffer("data", 64));
    Run run = call.start();
    refuses(ErrorCode.IN_USE, call::start);
    refuses(ErrorCode.IN_USE, () -> call.set(0, a));
    assertThat(run.cancel()).isTrue();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    call.start();
    call.close();
    call.close();
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void anExecutionThatTakesLongerThanItsLimitTimesOut() {
    Kernel spin = card.kernel("spin");
    Run run = spin.bind(spin.buffer("data", 64)).limit(java.time.Duration.ofMillis(1)).start();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
  }

  @Test
  void theImageIsNotReplacedUnderAnOpenOne() {
    Call run = bind();
    Images images = card.facet(Images.class);
    var error = refuses(ErrorCode.IN_USE, () -> images.load(TestImages.image(), LoadOption.FORCE));
    assertThat(error.getMessage()).contains("holder 1").contains("run of the call of kernel vadd");
    run.close();
    assertThat(images.load(TestImages.image(), LoadOption.FORCE)).isNotNull();
    refuses(ErrorCode.CLOSED, run::start);
  }

  @Test
  void unitsAreChosenByTheirUsage() {
    Call run = bind();
    for (int i = 0; i < 10; i++) {
      run.start().join(DEADLINE);
    }
    assertThat(card.facet(UnitReservations.class).units())
        .filteredOn(unit -> unit.kernel().equals("vadd"))
        .extracting(UnitReservations.Unit::usage)
        .containsExactly(5L, 5L);
  }

  @Test
  void threadsHandEachOtherWhatTheyCannotExecute() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Call call = bind();
      calls.add(call);
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < FEW / 4; i++) {
                      call.start().join(DEADLINE);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(calls)
        .allSatisfy(call -> assertThat(call.start().join(DEADLINE)).isEqualTo(RunState.COMPLETED));
    assertThat(card.facet(UnitReservations.class).clients())
        .singleElement()
        .satisfies(
            client -> {
              assertThat(client.submitted()).isEqualTo(FEW + 4);
              assertThat(client.inFlight()).isZero();
            });
  }

  @Test
  void startingAndWaitingMakesNothing() {
    Call[] calls = new Call[128];
    Run[] runs = new Run[calls.length];
    Arrays.setAll(calls, _ -> bind());
    Allocation.assertLessThan(FEW, () -> execute(calls, runs, FEW));
  }

  private static void execute(Call[] calls, Run[] runs, int executions) {
    for (int i = 0; i < executions; i += runs.length) {
      for (int k = 0; k < calls.length; k++) {
        runs[k] = calls[k].set(3, 3).start();
      }
      for (Run run : runs) {
        if (run.join(DEADLINE) != RunState.COMPLETED) {
          throw new AssertionError(run.state());
        }
      }
    }
  }
}
