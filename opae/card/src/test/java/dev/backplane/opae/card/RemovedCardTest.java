package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.opae.ErrorRegisters;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Cards that leave their bus and come back, and accelerators that break down on demand. */
final class RemovedCardTest {
  private static final long SCRATCH = 0x100;

  private static ErrorCode refusal(ThrowingCallable use) {
    return catchThrowableOfType(BackplaneException.class, use).code();
  }

  @Test
  void aHolderHasThePowerUpAcceleratorAfterTheCardReturns() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device();
        Device accelerator = card.accelerator();
        Buffer buffer = accelerator.buffer(4096, Placement.host())) {
      Registers registers = accelerator.facet(Registers.class);
      Management management = accelerator.facet(Management.class);
      Token token = card.token(ObjectType.ACCELERATOR);
      registers.write64(SCRATCH, 7);
      device.facet(HotPlug.class).remove();

      assertThat(refusal(() -> registers.read64(SCRATCH))).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(refusal(management::reset)).isEqualTo(ErrorCode.DEVICE_FAULTED);
      assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
      assertThat(card.all()).noneMatch(each -> each.id().equals(token.id()));
      assertThat(refusal(() -> token.open(OpenMode.SHARED).close()))
          .isIn(ErrorCode.DEVICE_FAULTED, ErrorCode.NO_SUCH_DEVICE);

      device.facet(HotPlug.class).rescan();

      assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
      assertThat(registers.read64(SCRATCH)).as("after power-up").isZero();
      assertThat(card.all()).anyMatch(each -> each.id().equals(token.id()));
      assertThat(buffer.address()).isPositive();
    }
  }

  @Test
  void buffersAreClosedWhileTheirCardIsRemoved() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device()) {
      try (Device accelerator = card.accelerator()) {
        Buffer buffer = accelerator.buffer(4096, Placement.host());
        device.facet(HotPlug.class).remove();
        buffer.close();
      }
      device.facet(HotPlug.class).rescan();
      try (Device again = card.accelerator()) {
        assertThat(again.facet(Registers.class).read64(0)).isNotZero();
      }
    }
  }

  @Test
  void anInjectedFaultIsToldByTheErrorRegistersOfTheAccelerator() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device accelerator = card.accelerator()) {
      accelerator.facet(FaultInjection.class).fault("as tried here");
      assertThat(accelerator.facet(ErrorRegisters.class).read(0)).isEqualTo(1L << 62);
      assertThat(
              catchThrowableOfType(
                  BackplaneException.class, () -> accelerator.facet(Registers.class).read64(0)))
          .hasMessageContaining("as tried here");
      accelerator.facet(Management.class).reset();
      assertThat(accelerator.facet(Registers.class).read64(0)).isNotZero();
    }
  }
}
