package dev.backplane.drivers.softcard;

import static dev.backplane.drivers.softcard.TestCard.DEADLINE;
import static dev.backplane.drivers.softcard.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.RunState;
import dev.backplane.api.xrt.UnitReservations;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executions that are started again and again, of a short kernel and of a long one. */
final class PreparedRunTest {
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

  private PreparedRun prepare() {
    return vadd.prepare(a, b, c, 3);
  }

  @Test
  void itComputesEachTimeWithTheArgumentsThatItHas() {
    PreparedRun run = prepare();
    assertThat(run.state()).isEqualTo(RunState.NEW);
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
    PreparedRun run = prepare().set(3, -1);
    assertThat(run.start().join(DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(refuses(ErrorCode.KERNEL_FAILED, () -> run.await(DEADLINE)).getMessage())
        .contains("broken on purpose");
    assertThat(run.set(3, 3).start().join(DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(run.await(DEADLINE)).isNotNull();
  }

  @Test
  void wrongUseIsRefused() {
    PreparedRun run = prepare();
    refuses(ErrorCode.INVALID_ARGUMENT, () -> run.await(DEADLINE));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> run.set(4, 1));
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> run.set(0, 1));
    refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> run.set(3, 1L << 40));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> vadd.prepare(a, b));
    run.close();
    refuses(ErrorCode.CLOSED, run::start);
  }

  @Test
  void aLongKernelIsInFlightUntilItIsCancelled() {
    Kernel spin = card.kernel("spin");
    PreparedRun run = spin.prepare(spin.buffer("data", 64)).start();
    refuses(ErrorCode.IN_USE, run::start);
    assertThat(run.cancel()).isTrue();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    run.start();
    run.close();
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void anExecutionThatTakesLongerThanItsLimitTimesOut() {
    Kernel spin = card.kernel("spin");
    PreparedRun run =
        spin.prepare(spin.buffer("data", 64)).limit(java.time.Duration.ofMillis(1)).start();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
  }

  @Test
  void theImageIsNotReplacedUnderAnOpenOne() {
    PreparedRun run = prepare();
    Images images = card.facet(Images.class);
    var error = refuses(ErrorCode.IN_USE, () -> images.load(TestImages.image(), LoadOption.FORCE));
    assertThat(error.getMessage()).contains("holder 1").contains("prepared run of kernel vadd");
    run.close();
    assertThat(images.load(TestImages.image(), LoadOption.FORCE)).isNotNull();
    refuses(ErrorCode.CLOSED, run::start);
  }

  @Test
  void unitsAreChosenByTheirUsage() {
    PreparedRun run = prepare();
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
    List<PreparedRun> runs = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      PreparedRun run = prepare();
      runs.add(run);
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < FEW / 4; i++) {
                      run.start().join(DEADLINE);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(runs).allSatisfy(run -> assertThat(run.state()).isEqualTo(RunState.COMPLETED));
    assertThat(card.facet(UnitReservations.class).clients())
        .singleElement()
        .satisfies(
            client -> {
              assertThat(client.submitted()).isEqualTo(FEW);
              assertThat(client.inFlight()).isZero();
            });
  }

  @Test
  void startingAndWaitingMakesNothing() {
    assertThat(allocatedBy(128, FEW)).isLessThan(FEW);
  }

  /** Bytes that executions make on this thread, after as many before; never a whole object each. */
  private long allocatedBy(int slots, int executions) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    PreparedRun[] runs = new PreparedRun[slots];
    for (int i = 0; i < slots; i++) {
      runs[i] = prepare();
    }
    execute(runs, Math.min(executions, 1_000_000));
    long before = threads.getCurrentThreadAllocatedBytes();
    execute(runs, executions);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void execute(PreparedRun[] runs, int executions) {
    for (int i = 0; i < executions; i += runs.length) {
      for (PreparedRun run : runs) {
        run.start();
      }
      for (PreparedRun run : runs) {
        if (run.join(DEADLINE) != RunState.COMPLETED) {
          throw new AssertionError(run.state());
        }
      }
    }
  }
}
