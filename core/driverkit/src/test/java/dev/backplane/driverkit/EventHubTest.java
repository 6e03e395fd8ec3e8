package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Kind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EventHubTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

  private final CountDownLatch awaited = new CountDownLatch(1);
  private final EventHub hub = new EventHub("card0", awaited::countDown);

  private static DeviceEvent error(int number) {
    return new DeviceEvent.Error(
        Instant.EPOCH, "test", DeviceEvent.Severity.WARNING, "number " + number);
  }

  private static DeviceEvent take(EventStream stream) {
    return stream.next(Duration.ZERO).orElseThrow();
  }

  @Test
  void eventsComeInOrderAndInterruptsOfOneNumberBecomeOne() {
    EventStream stream = hub.subscribe(ALL, ALL);
    hub.interrupt(3);
    hub.publish(error(1));
    hub.interrupt(3);
    hub.interrupt(4);

    assertThat(take(stream)).isEqualTo(new DeviceEvent.Interrupt(3, 2));
    assertThat(take(stream)).isEqualTo(error(1));
    assertThat(take(stream)).isEqualTo(new DeviceEvent.Interrupt(4, 1));
    assertThat(stream.next(Duration.ZERO)).isEmpty();
    hub.interrupt(3);
    assertThat(take(stream)).isEqualTo(new DeviceEvent.Interrupt(3, 1));
  }

  @Test
  void aReaderThatIsTooSlowIsToldHowManyEventsItHasLost() {
    EventStream slow = hub.subscribe(ALL, ALL);
    hub.interrupt(1);
    for (int i = 0; i < 1000; i++) {
      hub.publish(error(i));
    }

    assertThat(take(slow)).isEqualTo(new DeviceEvent.Lost(744));
    assertThat(take(slow)).isEqualTo(new DeviceEvent.Interrupt(1, 1));
    assertThat(take(slow)).isEqualTo(error(744));
    for (int i = 745; i < 1000; i++) {
      assertThat(take(slow)).isEqualTo(error(i));
    }
    assertThat(slow.next(Duration.ZERO)).isEmpty();
  }

  @Test
  void anInterruptIsAwaitedWhileAThreadWaitsForIt() throws Exception {
    EventStream stream = hub.subscribeInterrupt(Set.of(2, 5), 5);
    assertThat(hub.isAwaited(5)).isFalse();
    var waiting = CompletableFuture.supplyAsync(() -> stream.next(DEADLINE).orElseThrow());
    assertThat(awaited.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(hub.isAwaited(5)).isTrue();
    assertThat(hub.isAwaited(2)).isFalse();
    hub.interrupt(2);
    hub.interrupt(5);

    assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(new DeviceEvent.Interrupt(5, 1));
    assertThat(hub.isAwaited(5)).isFalse();
  }

  @Test
  void pendingEventsCanBeTakenAfterTheDeviceIsGone() {
    EventStream stream = hub.subscribe(ALL, ALL);
    hub.publish(error(1));
    hub.close("it was closed");
    hub.publish(error(2));

    assertThat(take(stream)).isEqualTo(error(1));
    assertThat(take(stream)).isEqualTo(new DeviceEvent.Removed("it was closed"));
    assertThat(catchThrowableOfType(BackplaneException.class, () -> stream.next(DEADLINE)).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(catchThrowableOfType(BackplaneException.class, () -> hub.subscribe(ALL, ALL)).code())
        .isEqualTo(ErrorCode.CLOSED);
  }
}
