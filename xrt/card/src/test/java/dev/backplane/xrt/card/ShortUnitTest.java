package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.xrt.card.schedule.KillClock;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose thread executes a short kernel: one that starts executions, and none that ends them. */
final class ShortUnitTest {
  /** More than an owner executes for others in a row. */
  private static final int MANY = 1100;

  private static final int REST = 10;

  /** Notes which threads execute it; waits in the first and the last of many. */
  public static final class Noting implements ShortKernel {
    static final AtomicInteger EXECUTED = new AtomicInteger();
    static final Semaphore WAITS = new Semaphore(0);
    static final Semaphore LET_GO = new Semaphore(0);
    static volatile @Nullable Thread watched;
    static volatile boolean executedThere;

    /** Made by the card. */
    public Noting() {}

    @Override
    public void execute(Call call) {
      int number = EXECUTED.getAndIncrement();
      executedThere |= Thread.currentThread() == watched;
      if (number == 0 || number == MANY) {
        WAITS.release();
        LET_GO.acquireUninterruptibly();
      }
    }
  }

  /** Asks for its argument by a name that is equal to the image's, and not the same object. */
  public static final class Asking implements ShortKernel {
    /** Made by the card. */
    public Asking() {}

    @Override
    public void execute(Call call) {
      call.buffer("da".concat("ta")).set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
    }
  }

  private static void awaitPermit(Semaphore semaphore) throws InterruptedException {
    assertThat(semaphore.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aKernelFindsAnArgumentByAnyStringThatIsItsName() {
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", Asking.class))) {
      Kernel kernel = card.kernel("spin");
      Buffer data = kernel.buffer("data", 4);
      assertThat(kernel.start(data).join(DEADLINE)).isEqualTo(RunState.COMPLETED);
      assertThat(data.syncBack().readable(0, 1).get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
    }
  }

  /** What is left over for a virtual thread waits as long as there is none to carry it. */
  @Test
  void theThreadThatEndsWhatTakesTooLongExecutesNoKernel() throws Exception {
    KillClock clock = new KillClock("test", false);
    AtomicBoolean hog = new AtomicBoolean(true);
    List<Thread> hogs = new ArrayList<>();
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", Noting.class), clock)) {
      Kernel kernel = card.kernel("spin");
      Buffer data = kernel.buffer("data", 4);
      List<dev.backplane.api.Call> calls = new ArrayList<>();
      for (int i = 0; i < 1 + MANY + REST; i++) {
        calls.add(kernel.bind(data));
      }
      Thread owner = Thread.ofPlatform().daemon().start(calls.getFirst()::start);
      awaitPermit(Noting.WAITS);
      calls.subList(1, 1 + MANY).forEach(dev.backplane.api.Call::start);
      Noting.LET_GO.release();
      awaitPermit(Noting.WAITS);
      int carriers =
          Integer.getInteger(
              "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
      CountDownLatch carried = new CountDownLatch(carriers);
      for (int i = 0; i < carriers; i++) {
        hogs.add(
            Thread.startVirtualThread(
                () -> {
                  carried.countDown();
                  while (hog.get()) {
                    Thread.onSpinWait();
                  }
                }));
      }
      assertThat(carried.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      List<Run> rest =
          calls.subList(1 + MANY, calls.size()).stream()
              .map(call -> call.limit(Duration.ofMillis(1)).start())
              .toList();
      Noting.LET_GO.release();
      owner.join(DEADLINE);
      assertThat(Noting.EXECUTED).hasValue(1 + MANY);

      Noting.watched = Thread.currentThread();
      clock.tick();
      card.card().lock().lock();
      try {
        rest.getFirst().cancel();
      } finally {
        card.card().lock().unlock();
      }
      hog.set(false);
      for (Run run : rest) {
        assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
      }
      assertThat(Noting.executedThere).isFalse();
    } finally {
      hog.set(false);
      for (Thread each : hogs) {
        each.join(DEADLINE);
      }
    }
  }
}
