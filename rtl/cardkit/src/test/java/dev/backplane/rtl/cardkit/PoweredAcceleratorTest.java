package dev.backplane.rtl.cardkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PoweredAcceleratorTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  private final List<RuntimeException> faults = new CopyOnWriteArrayList<>();
  private final List<PoweredAccelerator> powered = new ArrayList<>();
  private final Script circuit = new Script();

  @AfterEach
  void takePower() {
    circuit.hold.countDown();
    powered.forEach(PoweredAccelerator::close);
  }

  /** A circuit that does what a test says. */
  private static final class Script implements Circuit {
    private final CountDownLatch hold = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private volatile boolean watches;
    private volatile boolean hangs;
    private volatile boolean ended;
    private volatile @Nullable RuntimeException throwing;
    private volatile @Nullable Thread stepper;

    @Override
    public Progress advance() {
      stepper = Thread.currentThread();
      steps.incrementAndGet();
      if (hangs) {
        held.countDown();
        waitFor(hold);
      }
      RuntimeException thrown = throwing;
      if (thrown != null) {
        throw thrown;
      }
      if (left.getAndUpdate(each -> Math.max(0, each - 1)) > 0) {
        return Progress.MORE;
      }
      return watches ? Progress.WATCHING : Progress.IDLE;
    }

    @Override
    public void reset() {
      RuntimeException thrown = throwing;
      if (thrown != null) {
        throw thrown;
      }
    }

    @Override
    public RuntimeException faultOf(Throwable thrown) {
      return new IllegalStateException("broken: " + thrown.getMessage(), thrown);
    }

    @Override
    public void close() {
      ended = true;
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void until(BooleanSupplier holds) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it holds in a minute").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private PoweredAccelerator power(Duration patience) {
    PoweredAccelerator made = new PoweredAccelerator("card x", "x", circuit, patience, faults::add);
    powered.add(made);
    return made;
  }

  private static ErrorCode refusal(ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  private static void give(PoweredAccelerator power, Script circuit, int steps) {
    power.register(
        0,
        () -> {
          circuit.left.set(steps);
          power.wake();
          return 0;
        });
  }

  @Test
  void worksInItsOwnThreadUntilThereIsNothingLeft() {
    PoweredAccelerator power = power(LONG);
    assertThat(power.isBusy()).isFalse();
    give(power, circuit, 1000);
    until(() -> circuit.left.get() == 0 && !power.isBusy());
    assertThat(circuit.steps.get()).isEqualTo(1001);
    assertThat(circuit.stepper).isSameAs(power.thread());
  }

  @Test
  void watchesWithoutAnybodyWakingIt() {
    circuit.watches = true;
    PoweredAccelerator power = power(LONG);
    give(power, circuit, 0);
    until(() -> circuit.steps.get() > 50);
  }

  @Test
  void worksOnWhileAProgramPollsItsRegisters() {
    PoweredAccelerator power = power(LONG);
    give(power, circuit, 500);
    until(() -> power.register(8, () -> circuit.left.get()) == 0);
    until(() -> circuit.steps.get() == 501);
  }

  @Test
  void refusesAnAccessWhoseTurnDoesNotCome() {
    circuit.hangs = true;
    PoweredAccelerator power = power(SHORT);
    give(power, circuit, 0);
    waitFor(circuit.held);
    BackplaneException late =
        catchThrowableOfType(BackplaneException.class, () -> power.register(0x40, () -> 1));
    assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(late).hasMessageContaining("access register 0x40").hasMessageContaining("card x");
    assertThat(refusal(() -> power.use("start", ErrorCode.BUSY, () -> 1)))
        .isEqualTo(ErrorCode.BUSY);
    circuit.hangs = false;
    circuit.hold.countDown();
    until(() -> !power.isBusy());
    assertThat(power.register(0, () -> 7)).isEqualTo(7);
  }

  @Test
  void cancelsTheWaitOfAnInterruptedThread() {
    circuit.hangs = true;
    PoweredAccelerator power = power(LONG);
    give(power, circuit, 0);
    waitFor(circuit.held);
    Thread.currentThread().interrupt();
    assertThat(refusal(() -> power.register(0, () -> 1))).isEqualTo(ErrorCode.CANCELLED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void stopsWithTheFirstFaultUntilItsReset() {
    PoweredAccelerator power = power(LONG);
    circuit.throwing = new IllegalArgumentException("first");
    give(power, circuit, 5);
    until(() -> power.fault().isPresent());
    int steps = circuit.steps.get();
    circuit.throwing = new IllegalArgumentException("second");
    assertThatThrownBy(() -> power.register(0, () -> 1)).hasMessageContaining("broken: first");
    assertThat(refusal(() -> power.use("start", ErrorCode.BUSY, () -> 1)))
        .isEqualTo(ErrorCode.DEVICE_FAULTED);
    assertThat(power.<Integer>look("look", () -> 9)).isEqualTo(9);
    assertThatThrownBy(() -> power.look("look", () -> fail("third")))
        .hasMessageContaining("broken: first");
    assertThat(circuit.steps.get()).isEqualTo(steps);
    assertThat(faults).singleElement().extracting(Throwable::getMessage).isEqualTo("broken: first");
    circuit.throwing = null;
    power.reset(ErrorCode.TIMEOUT);
    assertThat(power.fault()).isEmpty();
    assertThat(power.register(0, () -> 3)).isEqualTo(3);
    until(() -> circuit.left.get() == 0);
  }

  @Test
  void takesAFaultOfAnAccessOrOfItsResetForOne() {
    PoweredAccelerator power = power(LONG);
    assertThat(refusal(() -> power.register(0, () -> fail("access"))))
        .isEqualTo(ErrorCode.DEVICE_FAULTED);
    circuit.throwing = new IllegalArgumentException("reset");
    assertThat(refusal(() -> power.reset(ErrorCode.BUSY))).isEqualTo(ErrorCode.DEVICE_FAULTED);
    assertThat(faults)
        .extracting(Throwable::getMessage)
        .containsExactly("broken: access", "broken: reset");
    circuit.throwing = null;
  }

  private static long fail(String text) {
    throw new IllegalArgumentException(text);
  }

  @Test
  void refusesOneAccessWithoutAFault() {
    PoweredAccelerator power = power(LONG);
    assertThat(
            refusal(
                () ->
                    power.register(
                        0,
                        () -> {
                          throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "no").build();
                        })))
        .isEqualTo(ErrorCode.OUT_OF_RANGE);
    assertThat(power.fault()).isEmpty();
    assertThat(power.register(0, () -> 1)).isEqualTo(1);
  }

  @Test
  void keepsTheCircuitWhoseReplacementFails() {
    PoweredAccelerator power = power(LONG);
    assertThat(
            refusal(
                () ->
                    power.replace(
                        () -> {
                          throw BackplaneException.because(ErrorCode.IMAGE_INVALID, "no").build();
                        })))
        .isEqualTo(ErrorCode.IMAGE_INVALID);
    assertThat(circuit.ended).isFalse();
    Script next = new Script();
    power.replace(() -> next);
    assertThat(circuit.ended).isTrue();
    give(power, next, 10);
    until(() -> next.left.get() == 0);
    power.close();
    until(() -> next.ended);
  }

  @Test
  void doesTasksInItsThreadWhileItWorksAfterAFaultAndAfterItsEnd() {
    PoweredAccelerator power = power(LONG);
    AtomicReference<@Nullable Thread> by = new AtomicReference<>();
    give(power, circuit, Integer.MAX_VALUE);
    assertThat(power.handOver(() -> by.set(Thread.currentThread()))).isCompleted();
    assertThat(by).hasValue(power.thread());
    circuit.throwing = new IllegalArgumentException("first");
    until(() -> power.fault().isPresent());
    by.set(null);
    assertThat(power.handOver(() -> by.set(Thread.currentThread()))).isCompleted();
    assertThat(by).hasValue(power.thread());
    power.close();
    assertThat(power.handOver(() -> by.set(Thread.currentThread()))).isCompleted();
    assertThat(by).hasValue(Thread.currentThread());
  }

  @Test
  void stopsIfItDoesNotReturnForATask() throws Exception {
    circuit.hangs = true;
    PoweredAccelerator power = power(SHORT);
    give(power, circuit, 0);
    waitFor(circuit.held);
    CompletableFuture<Void> later = power.handOver(() -> {}).toCompletableFuture();
    assertThat(later).isNotDone();
    assertThat(power.fault()).isPresent();
    circuit.hangs = false;
    circuit.hold.countDown();
    later.get(1, TimeUnit.MINUTES);
  }

  @Test
  void endsItsCircuitInItsThreadAndRefusesAccesses() {
    PoweredAccelerator power = power(LONG);
    give(power, circuit, Integer.MAX_VALUE);
    power.close();
    assertThat(circuit.ended).isTrue();
    assertThat(power.thread().isAlive()).isFalse();
    assertThat(refusal(() -> power.register(0, () -> 1))).isEqualTo(ErrorCode.CLOSED);
    assertThat(refusal(() -> power.reset(ErrorCode.BUSY))).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void isClosedThoughAStepDoesNotReturn() {
    circuit.hangs = true;
    PoweredAccelerator power = power(SHORT);
    give(power, circuit, 0);
    waitFor(circuit.held);
    power.close();
    // It waits in a step, of which the interrupt is the end.
    until(() -> circuit.ended);
  }
}
