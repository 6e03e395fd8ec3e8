package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Management;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accelerators that misbehave, errors that are injected, and what a card tells of both. */
final class FaultsTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String KEEPING =
      "{\"cards\": [{\"afu\": \"%s\"}]}".formatted(KeepingAfu.class.getName());
  private static final String RTL = loaded(OpaeCard.example("nlb0/nlb0.gbs"));

  private static String loaded(Path image) {
    return "{\"cards\": [{\"image\": \"%s\"}]}".formatted(image);
  }

  private static ErrorCode refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  @Test
  void anAcceleratorThatThrowsStandsUntilItsReset() {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device accelerator = card.accelerator()) {
      Registers registers = accelerator.facet(Registers.class);
      Management management = accelerator.facet(Management.class);
      ErrorRegisters errors = accelerator.facet(ErrorRegisters.class);
      assertThat(refusal(() -> registers.write64(KeepingAfu.THROW, 1)))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(refusal(() -> registers.read64(0))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
      assertThat(management.report().get("fault")).contains("thrown on purpose");
      assertThat(errors.read(0)).isEqualTo(1L << 62);
      assertThat(errors.read(1)).isEqualTo(1L << 62);

      management.reset();

      assertThat(registers.read64(0)).isEqualTo(1L << 60);
      assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
      assertThat(errors.read(0)).as("until it is cleared").isNotZero();
      errors.clear(0);
      assertThat(errors.read(1)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 0x1_0000_0000L - 64, -64, Long.MIN_VALUE})
  void aReadOfMemoryThatIsNotPreparedIsAFaultWithItsAddress(long address) {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device accelerator = card.accelerator();
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.FAULT))) {
      accelerator.facet(Registers.class).write64(KeepingAfu.READ_ADDRESS, address);

      assertThat(events.next(SOON).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Fault.class,
              fault -> {
                assertThat(fault.address()).isEqualTo(address);
                assertThat(fault.access()).isEqualTo(DeviceEvent.Access.READ);
              });
      assertThat(accelerator.facet(ErrorRegisters.class).read(0)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nlb0/nlb0.gbs", "nlb0-axi/nlb0_axi.gbs"})
  void aLoopbackFaultsBehindTheEndOfItsBufferAndWorksAfterAReset(String image) {
    try (OpaeCard card = OpaeCard.of(image.isEmpty() ? "{}" : loaded(OpaeCard.example(image)));
        Device accelerator = card.accelerator();
        Buffer buffer = accelerator.buffer(4096, Placement.host());
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.ERROR))) {
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(0x110, buffer.address());
      registers.write64(0x138, 1);
      registers.write64(0x120, buffer.address() / 64);
      registers.write64(0x128, buffer.address() / 64);
      registers.write64(0x130, 65);
      registers.write64(0x138, 3);

      assertThat(events.next(SOON).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Error.class,
              error ->
                  assertThat(error.text())
                      .contains("%x".formatted(buffer.address() + buffer.size())));
      assertThat(refusal(() -> registers.read64(0))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      accelerator.facet(Management.class).reset();
      assertThat(Loopback.copy(accelerator, 20, 20)).isNotEmpty();
    }
  }

  /**
   * As the first sample of OPAE looks at memory only, in which the loop-back says that it is done.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "nlb0/nlb0.gbs", "nlb0-axi/nlb0_axi.gbs"})
  void aFaultIsNeverReportedAsComplete(String image) {
    try (OpaeCard card = OpaeCard.of(image.isEmpty() ? "{}" : loaded(OpaeCard.example(image)));
        Device accelerator = card.accelerator();
        Buffer status = accelerator.buffer(4096, Placement.host());
        Buffer source = accelerator.buffer(4096, Placement.host());
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.ERROR))) {
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(0x110, status.address());
      registers.write64(0x138, 1);
      registers.write64(0x120, (source.address() + 4096 - 128) / 64);
      registers.write64(0x128, source.address() / 64);
      registers.write64(0x130, 4);
      registers.write64(0x138, 3);

      assertThat(events.next(SOON)).isPresent();
      assertThat(refusal(() -> registers.write64(0x138, 3))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(accelerator.facet(ErrorRegisters.class).read(0)).isEqualTo(2);
      assertThat(status.readable(0, 4096).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
          .isEqualTo(new byte[4096]);
    }
  }

  @Test
  void anAcceleratorThatHidesItsFaultStandsAllTheSameAndReportsNothing() {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device accelerator = card.accelerator();
        Buffer report = accelerator.buffer(4096, Placement.host());
        EventStream interrupts = accelerator.facet(Events.class).subscribeInterrupt(1);
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.FAULT))) {
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(KeepingAfu.REPORT, report.address());
      registers.write64(KeepingAfu.HIDE, 64);

      assertThat(events.next(SOON).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Fault.class, fault -> assertThat(fault.address()).isEqualTo(64));
      assertThat(refusal(() -> registers.read64(0))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(accelerator.facet(ErrorRegisters.class).read(0)).isEqualTo(2);
      assertThat(report.readable(0, 1).get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0)).isZero();
      assertThat(interrupts.next(Duration.ZERO)).isEmpty();

      accelerator.facet(Management.class).reset();
      registers.write64(KeepingAfu.REPORT, report.address());
      registers.write64(KeepingAfu.HIDE, report.address());
      assertThat(interrupts.next(SOON)).isPresent();
      assertThat(report.readable(0, 1).get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0))
          .isEqualTo((byte) 1);
    }
  }

  @Test
  void aBufferIsClosedWhileTheAcceleratorUsesIt() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device accelerator = card.accelerator()) {
      Registers registers = accelerator.facet(Registers.class);
      for (int round = 0; round < 50; round++) {
        Buffer buffer = accelerator.buffer(1 << 20, Placement.host());
        registers.write64(0x110, buffer.address());
        registers.write64(0x138, 1);
        registers.write64(0x120, buffer.address() / 64);
        registers.write64(0x128, buffer.address() / 64);
        registers.write64(0x130, 1 << 14);
        registers.write64(0x138, 3);
        buffer.close();
        accelerator.facet(Management.class).reset();
      }
      assertThat(Loopback.copy(accelerator, 20, 20)).isNotEmpty();
    }
  }

  @Test
  void anAcceleratorThatDoesNotReturnLetsAccessesTimeOutAndEndsWithItsHolder() {
    try (OpaeCard card = OpaeCard.of(KEEPING, 1000)) {
      Device accelerator = card.accelerator();
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(KeepingAfu.HANG, 1);
      assertThat(refusal(() -> access(registers))).isEqualTo(ErrorCode.TIMEOUT);
      accelerator.close();
      try (Device again = card.accelerator()) {
        assertThat(again.facet(Registers.class).read64(0)).isEqualTo(1L << 60);
      }
    }
  }

  /** The first accesses may come before the thread of the card. */
  private static void access(Registers registers) {
    for (int i = 0; i < 1_000_000; i++) {
      var _ = registers.read64(0);
    }
  }

  @Test
  void anInterruptThatNoCardHasIsAFault() {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device accelerator = card.accelerator()) {
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(KeepingAfu.RING, 3);
      assertThat(refusal(() -> registers.write64(KeepingAfu.RING, 4)))
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 65535})
  void anInterruptThatNoCardHasIsAFaultOfRtlToo(int vector) {
    try (OpaeCard card = OpaeCard.of(loaded(OpaeCard.bell("axi")));
        Device accelerator = card.accelerator();
        EventStream faults =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.ERROR));
        EventStream interrupts = accelerator.facet(Events.class).subscribeInterrupt(3)) {
      Registers registers = accelerator.facet(Registers.class);
      registers.write64(OpaeCard.RING, 3);
      assertThat(interrupts.next(SOON)).isPresent();
      registers.write64(OpaeCard.RING, vector);
      assertThat(faults.next(SOON).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Error.class, error -> assertThat(error.text()).contains("0 to 3"));
      assertThat(refusal(() -> registers.read64(0))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      accelerator.facet(Management.class).reset();
      registers.write64(OpaeCard.RING, 3);
      assertThat(interrupts.next(SOON)).isPresent();
    }
  }

  @Test
  void errorsAreInjectedByConfigurationAndAsTheKernelsDriverDoes() {
    try (OpaeCard card =
            OpaeCard.of(
                """
                {"cards": [{"errors": {"device": {"fme_errors": "0x20"},
                                       "accelerator": {"errors": 2, "first_error": 2}}}]}
                """);
        Device device = card.device();
        Device accelerator = card.accelerator()) {
      assertThat(accelerator.facet(ErrorRegisters.class).read(0)).isEqualTo(2);
      ErrorRegisters errors = device.facet(ErrorRegisters.class);
      assertThat(errors.read(0)).isEqualTo(0x20);
      SystemObjects objects = device.facet(SystemObjects.class);
      try (SystemObject inject = objects.object("errors/inject_errors", Set.of());
          SystemObject nonfatal = objects.object("*/nonfatal*", pattern())) {
        inject.write64(6);
        assertThat(nonfatal.read64()).as("as it was found").isZero();
        nonfatal.refresh();
        assertThat(nonfatal.read64()).isEqualTo(6);
        assertThat(refusal(() -> nonfatal.write64(1))).isEqualTo(ErrorCode.NOT_PERMITTED);
      }
      errors.clearAll();
      assertThat(errors.read(0)).isZero();
    }
  }

  private static Set<SystemObjects.Option> pattern() {
    return Set.of(SystemObjects.Option.PATTERN);
  }

  @Test
  void powerAndTemperatureSayThatTheyAreModelledAndFollowTheAccelerator() {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device device = card.device()) {
      Metrics metrics = device.facet(Metrics.class);
      long power = metrics.number("power_mgmt:modelled_power").orElseThrow();
      long temperature = metrics.number("modelled_temperature").orElseThrow();
      double busy;
      double warm;
      try (Device accelerator = card.accelerator()) {
        accelerator.facet(Registers.class).write64(KeepingAfu.STAY, 1);
        busy = value(metrics, power);
        warm = value(metrics, temperature);
      }

      assertThat(value(metrics, power)).isPositive().isLessThan(busy);
      assertThat(value(metrics, temperature)).isPositive().isLessThan(warm);
    }
  }

  private static double value(Metrics metrics, long number) {
    return Double.longBitsToDouble(metrics.read(List.of(number)).getFirst().bits());
  }

  @Test
  void accessesOutsideTheSpaceAndBetweenWordsAreRefused() {
    try (OpaeCard card = OpaeCard.of(RTL);
        Device accelerator = card.accelerator()) {
      Registers registers = accelerator.facet(Registers.class);
      assertThat(registers.size()).isEqualTo(256 << 10);
      for (long offset : new long[] {2, 4, 0x3fffc, 0x40000, -8}) {
        assertThat(refusal(() -> registers.read64(offset))).isEqualTo(ErrorCode.OUT_OF_RANGE);
        assertThat(refusal(() -> registers.write64(offset, 0))).isEqualTo(ErrorCode.OUT_OF_RANGE);
      }
      for (long offset : new long[] {1, 2, 0x3fffe, 0x40000, -4}) {
        assertThat(refusal(() -> registers.read32(offset))).isEqualTo(ErrorCode.OUT_OF_RANGE);
      }
      assertThat(registers.read64(0x3fff8)).isZero();
    }
  }

  /** As OPAE's sample for objects reads them. */
  @Test
  void accessesToRegistersAreCountedByObjects() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device();
        Device accelerator = card.accelerator()) {
      SystemObjects objects = device.facet(SystemObjects.class);
      Registers registers = accelerator.facet(Registers.class);
      try (SystemObject clock = objects.object("*perf/clock", pattern());
          SystemObject fabric = objects.object("*perf/fabric", pattern());
          SystemObject reads = fabric.object("mmio_read", Set.of());
          SystemObject writes = fabric.object("mmio_write", Set.of())) {
        assertThat(reads.read64()).isZero();
        long before = clock.read64();
        var _ = registers.read64(0);
        var _ = registers.read32(4);
        registers.write64(0x100, 1);
        reads.refresh();
        writes.refresh();
        clock.refresh();
        assertThat(reads.read64()).isEqualTo(2);
        assertThat(writes.read64()).isEqualTo(1);
        assertThat(clock.read64()).isNotEqualTo(before);
      }
    }
  }
}
