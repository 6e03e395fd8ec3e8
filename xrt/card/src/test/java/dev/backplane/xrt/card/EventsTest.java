package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Kind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.spi.DriverDevice;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a card tells without being asked. */
final class EventsTest {
  private static final long UNIT = 0x1800000;
  private static final long COUNT = UNIT + 0x10;
  private static final long TAKEN = UNIT + 0x14;
  private static final int AGAIN = 1 << 31;
  private static final long SPIN = 0x1920000;

  private static DeviceEvent next(EventStream stream) {
    return stream.next(DEADLINE).orElseThrow();
  }

  private static Registers alarm(TestCard card) {
    card.facet(Images.class).load(RtlImages.alarm());
    return card.facet(Registers.class);
  }

  @Test
  void aKernelThatItsUserManagesGoesOnWhileSomebodyWaitsForItsInterrupt() {
    try (TestCard card = new TestCard("{}")) {
      Registers registers = alarm(card);
      Events events = card.facet(Events.class);
      assertThat(events.interrupts()).containsExactly(new Events.InterruptSource(1, "alarm_1"));
      EventStream stream = events.subscribeInterrupt(1);
      for (int round = 0; round < 2; round++) {
        registers.write32(COUNT, 100_000);

        assertThat(next(stream)).isEqualTo(new DeviceEvent.Interrupt(1, 1));
        registers.write32(TAKEN, 0);
      }
    }
  }

  @Test
  void itsClockStandsStillWhileNobodyWaits() {
    try (TestCard card = new TestCard("{}")) {
      Registers registers = alarm(card);
      EventStream stream = card.facet(Events.class).subscribe();
      registers.write32(COUNT, 1_000_000_000);
      assertThat(stream.next(Duration.ofMillis(20))).isEmpty();
      // An access passes some cycles by itself, and what was begun for the waiter may be ending.
      int before = registers.read32(COUNT);
      assertThat(stream.next(Duration.ZERO)).isEmpty();

      assertThat(before - registers.read32(COUNT)).isBetween(1, 5000);
    }
  }

  @Test
  void deliversInterruptsOfARunStartedBeforeTheSubscription() {
    try (TestCard card = new TestCard("{}")) {
      Registers registers = alarm(card);
      registers.write32(COUNT, 50_000 | AGAIN);
      DriverDevice other = card.open(OpenMode.SHARED);
      EventStream theirs = TestCard.facet(other, Events.class).subscribe(Set.of(Kind.INTERRUPT));

      assertThat(next(theirs)).isInstanceOf(DeviceEvent.Interrupt.class);
      other.close();
    }
  }

  @Test
  void registersAreServedAndAnImageIsLoadedWhileSomebodyWaits() throws Exception {
    try (TestCard card = new TestCard("{}")) {
      Registers registers = alarm(card);
      EventStream stream = card.facet(Events.class).subscribe();
      var ended = stream.forEach(event -> {}).toCompletableFuture();
      registers.write32(COUNT, Integer.MAX_VALUE);
      int before = registers.read32(COUNT);
      assertThat(registers.read32(COUNT)).isLessThan(before);

      card.facet(Images.class).load(RtlImages.ponder());
      assertThat(ended.isDone()).isFalse();
      stream.close();
      ended.get(DEADLINE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
    }
  }

  @Test
  void aUnitThatItsUserManagesInterruptsTheHostThoughThereIsAScheduler() {
    try (TestCard card = new TestCard("{\"mode\": \"ert\"}")) {
      Registers registers = alarm(card);
      Events events = card.facet(Events.class);
      assertThat(events.interrupts())
          .extracting(Events.InterruptSource::name)
          .containsExactly("embedded scheduler", "alarm_1");
      EventStream stream = events.subscribe();
      registers.write32(COUNT, 2000);

      assertThat(next(stream)).isEqualTo(new DeviceEvent.Interrupt(1, 1));
    }
  }

  @Test
  void aShortKernelThatRegistersStartInterruptsIfItsRegistersSaySo() {
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", Gives.class))) {
      card.load();
      Registers registers = card.facet(Registers.class);
      EventStream stream = card.facet(Events.class).subscribe();
      registers.write32(SPIN, 1);
      assertThat(stream.next(Duration.ZERO)).isEmpty();
      registers.write32(SPIN + 4, 1);
      registers.write32(SPIN + 8, 1);
      registers.write32(SPIN, 1);
      assertThat(next(stream)).isInstanceOf(DeviceEvent.Interrupt.class);
      registers.write32(SPIN, 1);
      assertThat(stream.next(Duration.ZERO)).as("the first was not acknowledged").isEmpty();
      assertThat(registers.read32(SPIN + 0xc)).isEqualTo(1);
      registers.write32(SPIN + 0xc, 1);
      registers.write32(SPIN, 1);
      assertThat(next(stream)).isInstanceOf(DeviceEvent.Interrupt.class);
    }
  }

  /** Gives numbers in registers. */
  public static final class Gives implements ShortKernel {
    /** Made by the card. */
    public Gives() {}

    @Override
    public void execute(Call call) {
      call.set("data", call.bits("data") + 0x1_0000_0002L);
      call.writeRegister(0x80, 77);
    }
  }

  @Test
  void aKernelInJavaGivesNumbersInRegisters() {
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", Gives.class))) {
      Kernel gives = card.kernel("spin");
      Buffer data = gives.buffer("data", 4);
      Registers registers = card.facet(Registers.class);
      gives.start(data).await(DEADLINE);

      assertThat(registers.read64(SPIN + 0x10)).isEqualTo(data.address() + 0x1_0000_0002L);
      assertThat(registers.read32(SPIN + 0x80)).isEqualTo(77);
      assertThat(registers.read32(SPIN + 0x84)).isZero();
      registers.write64(SPIN + 0x10, 5);
      registers.write32(SPIN, 1);
      assertThat(registers.read64(SPIN + 0x10)).isEqualTo(0x1_0000_0007L);
    }
  }

  /** Writes its control register. */
  public static final class Rude implements FunctionalKernel {
    /** Made by the card. */
    public Rude() {}

    @Override
    public void execute(Call call) {
      call.writeRegister(0, 1);
    }
  }

  @Test
  void aKernelInJavaWritesNoControlRegisters() {
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", Rude.class))) {
      Kernel rude = card.kernel("spin");
      Run run = rude.start(rude.buffer("data", 4));

      assertThat(refuses(ErrorCode.OUT_OF_RANGE, () -> run.await(DEADLINE)))
          .hasMessageContaining("register 0x0")
          .hasMessageContaining("0x10 to 0xffc");
    }
  }

  @Test
  void aFaultIsToldWithItsAddressAndAsAnErrorOfTheFirewall() {
    try (TestCard card = new TestCard()) {
      Kernel wild = card.kernel("wild");
      EventStream faults = card.facet(Events.class).subscribe(Set.of(Kind.FAULT));
      EventStream errors = card.facet(Events.class).subscribe(Set.of(Kind.ERROR));
      Buffer data = wild.buffer("data", 128);
      Run run = wild.start(data);
      refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE));

      assertThat(next(faults))
          .isInstanceOfSatisfying(
              DeviceEvent.Fault.class,
              fault -> {
                assertThat(fault.address()).isEqualTo(data.address() + 128);
                assertThat(fault.source()).contains("wild_1");
                assertThat(fault.access()).isEqualTo(DeviceEvent.Access.UNKNOWN);
              });
      assertThat(next(errors))
          .isInstanceOfSatisfying(
              DeviceEvent.Error.class,
              error -> {
                assertThat(error.source()).isEqualTo("firewall");
                assertThat(error.severity()).isEqualTo(DeviceEvent.Severity.ERROR);
              });
    }
  }

  @Test
  void aFaultOfRtlSaysWhichWayTheAccessWent() {
    try (TestCard card = new TestCard("{}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      EventStream faults = card.facet(Events.class).subscribe(Set.of(Kind.FAULT));
      Buffer source = repeated.buffer("source", 4);
      Buffer target = repeated.buffer("target", 4);
      Run run = repeated.start(source, target, 1, 1 << 20);
      refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE));

      assertThat(next(faults))
          .isInstanceOfSatisfying(
              DeviceEvent.Fault.class,
              fault -> {
                assertThat(fault.address()).isEqualTo(target.address() + (1 << 20));
                assertThat(fault.access()).isEqualTo(DeviceEvent.Access.WRITE);
              });
    }
  }

  @Test
  void aHolderWhoLeavesEndsItsOwnStreamsOnly() {
    try (TestCard card = new TestCard()) {
      DriverDevice other = card.open(OpenMode.SHARED);
      EventStream theirs = TestCard.facet(other, Events.class).subscribe(Set.of(Kind.REMOVED));
      EventStream mine = card.facet(Events.class).subscribe(Set.of(Kind.REMOVED));
      other.close();

      assertThat(next(theirs)).isInstanceOf(DeviceEvent.Removed.class);
      assertThat(mine.next(Duration.ZERO)).isEmpty();
    }
  }
}
