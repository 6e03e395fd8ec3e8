package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Kind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Subscribing to what a device tells, and waiting for it. */
@Needs(Events.class)
public abstract class EventsConformance extends Conformance {
  /** A conformance class. */
  protected EventsConformance() {}

  private Events events(DriverDevice device) {
    rig().prepare(device);
    return rig().facet(device, Events.class);
  }

  private EventStream all() {
    return rig().keep(events(rig().open()).subscribe());
  }

  @Test
  void interruptsHaveNumbersAndNamesOfTheirOwn() {
    Events events = events(rig().open());

    assertThat(events.interrupts())
        .extracting(Events.InterruptSource::number)
        .doesNotHaveDuplicates();
    assertThat(events.interrupts())
        .extracting(Events.InterruptSource::name)
        .doesNotHaveDuplicates();
    assertThat(events.interrupts()).allMatch(each -> each.number() >= 0 && !each.name().isEmpty());
  }

  @Test
  void aNumberThatIsNotThereIsOutOfRange() {
    Events events = events(rig().open());
    int behind = events.interrupts().stream().mapToInt(each -> each.number() + 1).max().orElse(0);

    refuses(ErrorCode.OUT_OF_RANGE, () -> events.subscribeInterrupt(-1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> events.subscribeInterrupt(behind));
  }

  @Test
  void onlyKindsThatAreOfferedCanBeSubscribedTo() {
    Events events = events(rig().open());

    refuses(ErrorCode.INVALID_ARGUMENT, () -> events.subscribe(Set.of()));
    for (Kind kind : EnumSet.allOf(Kind.class)) {
      if (events.kinds().contains(kind)) {
        events.subscribe(Set.of(kind)).close();
      } else {
        refuses(ErrorCode.NOT_SUPPORTED, () -> events.subscribe(Set.of(kind)));
      }
    }
  }

  @Test
  void waitingForAnEventThatDoesNotComeHasAnEnd() {
    EventStream stream = all();

    assertThat(stream.next(Duration.ZERO)).isEmpty();
    assertThat(stream.next(Duration.ofMillis(20))).isEmpty();
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    EventStream stream = all();
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> stream.next(Rig.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aClosedStreamTellsThatItIsClosedAndIsClosedAgainWithoutAnEffect() {
    EventStream stream = all();
    stream.close();
    stream.close();

    refuses(ErrorCode.CLOSED, () -> stream.next(Duration.ZERO));
  }

  @Test
  void closingAStreamEndsTheWaitOfAnotherThread() throws Exception {
    EventStream stream = all();
    var waiting = CompletableFuture.runAsync(() -> stream.next(Rig.DEADLINE));
    stream.close();

    refuses(ErrorCode.CLOSED, () -> join(waiting));
  }

  private static void join(CompletableFuture<?> future) throws Throwable {
    try {
      future.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      throw e.getCause();
    }
  }

  @Test
  void aWaiterIsToldThatTheDeviceIsGone() throws Exception {
    DriverDevice device = rig().open();
    Events events = events(device);
    EventStream stream = events.subscribe(Set.of(Kind.REMOVED));
    var waiting = CompletableFuture.supplyAsync(() -> stream.next(Rig.DEADLINE).orElseThrow());
    rig().closeDevice(device);

    assertThat(waiting.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(DeviceEvent.Removed.class);
    refuses(ErrorCode.CLOSED, () -> stream.next(Duration.ZERO));
  }

  @Test
  void aCallbackEndsWithItsStream() throws Exception {
    EventStream stream = all();
    var ended = stream.forEach(event -> {}).toCompletableFuture();
    assertThat(ended.isDone()).isFalse();
    stream.close();

    ended.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }
}
