package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Kind;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An interrupt that the device raises. */
@Needs(value = Events.class, abilities = Ability.INTERRUPTS)
public abstract class InterruptConformance extends Conformance {
  /** A conformance class. */
  protected InterruptConformance() {}

  private int number() {
    return rig().subject().interrupt().number();
  }

  private Events events(DriverDevice device) {
    rig().prepare(device);
    return rig().facet(device, Events.class);
  }

  private void raise(DriverDevice device) {
    rig().subject().interrupt().raise().accept(device);
  }

  private void comes(EventStream stream) {
    assertThat(stream.next(Rig.DEADLINE).orElseThrow())
        .isInstanceOfSatisfying(
            DeviceEvent.Interrupt.class,
            interrupt -> {
              assertThat(interrupt.number()).isEqualTo(number());
              assertThat(interrupt.count()).isPositive();
            });
  }

  @Test
  void anInterruptIsOneOfThoseThatTheDeviceNames() {
    assertThat(events(rig().open()).interrupts())
        .extracting(Events.InterruptSource::number)
        .contains(number());
  }

  @Test
  void anInterruptComesToEverySubscriberThatWantsIt() {
    DriverDevice device = rig().open();
    Events events = events(device);
    EventStream one = rig().keep(events.subscribe(Set.of(Kind.INTERRUPT)));
    EventStream other = rig().keep(events.subscribeInterrupt(number()));
    EventStream removal = rig().keep(events.subscribe(Set.of(Kind.REMOVED)));
    raise(device);

    comes(one);
    comes(other);
    assertThat(removal.next(Duration.ZERO)).isEmpty();
  }

  @Test
  void aSubscriptionGetsLaterInterruptsAndNoEarlierOnes() {
    DriverDevice device = rig().open();
    Events events = events(device);
    EventStream early = rig().keep(events.subscribeInterrupt(number()));
    raise(device);
    comes(early);
    EventStream late = rig().keep(events.subscribeInterrupt(number()));
    assertThat(late.next(Duration.ZERO)).isEmpty();
    raise(device);

    comes(late);
    comes(early);
  }

  @Test
  void aCallbackIsToldOfInterruptsThoughItThrows() throws Exception {
    DriverDevice device = rig().open();
    EventStream stream = rig().keep(events(device).subscribeInterrupt(number()));
    List<DeviceEvent> told = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(2);
    var _ =
        stream.forEach(
            event -> {
              told.add(event);
              first.countDown();
              second.countDown();
              throw new IllegalStateException("on purpose");
            });
    raise(device);
    assertThat(first.await(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    raise(device);

    assertThat(second.await(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(told).allMatch(DeviceEvent.Interrupt.class::isInstance);
  }
}
