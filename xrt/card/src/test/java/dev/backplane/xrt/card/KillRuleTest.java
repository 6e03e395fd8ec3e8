package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Placement;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.board.Resets;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import dev.backplane.xrt.card.schedule.KillClock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not end is ended after ten ticks at two a second; the ticks are the test's. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class KillRuleTest {
  private static final int SPIN = 2;

  /** Heeds nothing until it is let go. */
  public static final class Hung implements FunctionalKernel {
    static final Semaphore BEGUN = new Semaphore(0);
    private static volatile boolean letGo;

    /** Made by the card. */
    public Hung() {}

    @Override
    public void execute(Call call) {
      BEGUN.release();
      while (!letGo) {
        Thread.onSpinWait();
      }
    }
  }

  private final KillClock clock = new KillClock("test", false);
  private final TestCard card;

  KillRuleTest(String mode) {
    String config = TestCard.configInMode(mode);
    card = new TestCard(config.replace("JavaKernels$Spin", "KillRuleTest$Hung"), clock);
  }

  @AfterEach
  void close() {
    Hung.letGo = true;
    card.close();
  }

  private Kernel load(boolean softReset) {
    Hung.letGo = false;
    Hung.BEGUN.drainPermits();
    return card.facet(Images.class)
        .load(TestImages.image(kernel -> kernel.swReset(softReset), ip -> ip))
        .kernel("spin");
  }

  private static void awaitBegun() throws InterruptedException {
    assertThat(Hung.BEGUN.tryAcquire(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      clock.tick();
    }
  }

  private void add() {
    Kernel vadd = card.facet(Images.class).loaded().orElseThrow().kernel("vadd");
    Buffer sum = vadd.buffer("c", 4);
    vadd.start(vadd.buffer("a", 4).write(40).sync(), vadd.buffer("b", 4).write(2).sync(), sum, 1)
        .await(DEADLINE);
    assertThat(sum.syncBack().read(new int[1])).containsExactly(42);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortedExecutionHasTenTicks(boolean softReset) throws InterruptedException {
    Kernel hung = load(softReset);
    Run run = hung.start(hung.buffer("data", 4));
    awaitBegun();
    assertThat(run.cancel()).isTrue();
    tick(KillClock.KILL_TICKS - 1);
    assertThat(run.state()).isEqualTo(RunState.RUNNING);
    tick(1);

    assertThat(refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE)))
        .hasMessageContaining("did not end within 5 s");
    if (!softReset) {
      refuses(ErrorCode.SCHEDULER_STUCK, this::add);
      card.facet(Resets.class).reset(Resets.Part.KERNEL);
    }
    // Its own unit too: it was reset and takes the next.
    Hung.letGo = true;
    Kernel again = card.facet(Images.class).loaded().orElseThrow().kernel("spin");
    again.start(again.buffer("data", 4)).await(DEADLINE);
    add();
  }

  @Test
  void otherUnitsGoOnWhenOneCannotBeReset() throws InterruptedException {
    Kernel hung = load(false);
    Kernel sleeper = card.facet(Images.class).loaded().orElseThrow().kernel("sleeper");
    Run working = sleeper.start(sleeper.buffer("data", 4));
    while (card.facet(UnitReservations.class).units().get(SPIN + 1).inFlight() == 0
        || working.state() != RunState.RUNNING) {
      Thread.onSpinWait();
    }
    Run run = hung.start(hung.buffer("data", 4));
    awaitBegun();
    run.cancel();
    tick(KillClock.KILL_TICKS);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
    refuses(ErrorCode.SCHEDULER_STUCK, this::add);

    assertThat(working.state()).isEqualTo(RunState.RUNNING);
    working.cancel();
    refuses(ErrorCode.CANCELLED, () -> working.await(DEADLINE));
  }

  @Test
  void aRunThatTakesLongerThanItsLimitIsAbortedFirst() throws InterruptedException {
    Kernel hung = load(true);
    var call = hung.bind(hung.buffer("data", 4)).limit(Duration.ofSeconds(1));
    Run run = call.start();
    awaitBegun();
    // A second is two ticks, and one more so that it is never less.
    tick(3);
    assertThat(run.state()).isEqualTo(RunState.RUNNING);
    tick(KillClock.KILL_TICKS);

    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
    add();
    Hung.letGo = true;
    assertThat(call.limit(Duration.ZERO).start().join(DEADLINE)).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void closingAContextLeavesTheUnitToOthers() throws InterruptedException {
    load(true);
    DriverDevice other = card.open(OpenMode.SHARED);
    UnitReservations theirs = TestCard.facet(other, UnitReservations.class);
    UnitReservations.Reservation context = theirs.open(SPIN, Sharing.SHARED);
    Buffer packet =
        TestCard.facet(other, Memory.class).allocate(4096, Placement.of(Placement.Kind.COMMAND));
    Packet view = new Packet().over(packet.host(), 0);
    StartCu.publish(view, StartCu.encode(view, 1 << SPIN, 6));
    Commands commands = TestCard.facet(other, Commands.class);
    commands.submit(packet);
    awaitBegun();

    context.close();
    assertThat(commands.await(Duration.ZERO)).isFalse();
    tick(KillClock.KILL_TICKS);

    assertThat(commands.await(DEADLINE)).isTrue();
    assertThat(view.state()).isEqualTo(CommandState.TIMEOUT);
    Hung.letGo = true;
    other.close();
    Kernel hung = card.facet(Images.class).loaded().orElseThrow().kernel("spin");
    hung.start(hung.buffer("data", 4)).await(DEADLINE);
    add();
  }
}
