package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.WaitSet;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who holds compute units, and what that means for runs and images. */
final class ContextsTest {
  private static final long VADD_1 = 0x1800000;

  private final TestCard card = new TestCard();
  private final Kernel spin = card.kernel("spin");
  private final UnitReservations contexts = card.facet(UnitReservations.class);

  @AfterEach
  void close() {
    card.close();
  }

  private int unit(String name) {
    return contexts.units().stream()
        .filter(unit -> unit.name().equals(name))
        .findFirst()
        .orElseThrow()
        .index();
  }

  @Test
  void unitsAreListedByIndexWithTheirProtocol() {
    assertThat(contexts.units()).hasSize(6);
    assertThat(contexts.units().getFirst().name()).isEqualTo("vadd_1");
    assertThat(contexts.units())
        .allSatisfy(unit -> assertThat(unit.protocol()).isEqualTo("ap_ctrl_hs"));
  }

  @Test
  void anotherHoldersUnitIsNotForRuns() {
    DriverDevice other = card.open(OpenMode.SHARED);
    UnitReservations theirs = TestCard.facet(other, UnitReservations.class);
    UnitReservations.Reservation held = theirs.open(unit("spin_1"), Sharing.EXCLUSIVE);
    Buffer data = spin.buffer("data", 64);

    assertThat(refuses(ErrorCode.BUSY, () -> spin.start(data)).getMessage())
        .contains("exclusively by holder 2");
    held.close();
    Run run = spin.start(data);
    refuses(ErrorCode.BUSY, () -> theirs.open(unit("spin_1"), Sharing.EXCLUSIVE));
    run.cancel();
    refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
    theirs.open(unit("spin_1"), Sharing.EXCLUSIVE);
    other.close();
    assertThat(spin.start(data).cancel()).isTrue();
  }

  @Test
  void runsGoToTheUnitsThatTheirHolderOpened() {
    Kernel vadd = card.kernel("vadd");
    try (UnitReservations.Reservation _ = contexts.open(unit("vadd_2"), Sharing.SHARED)) {
      for (int i = 0; i < 3; i++) {
        vadd.start(vadd.buffer("a", 4), vadd.buffer("b", 4), vadd.buffer("c", 4), 1)
            .await(DEADLINE);
      }
    }
    assertThat(contexts.units().get(unit("vadd_1")).usage()).isZero();
    assertThat(contexts.units().get(unit("vadd_2")).usage()).isEqualTo(3);
  }

  @Test
  void aVirtualContextKeepsTheImage() {
    Images images = card.facet(Images.class);
    UnitReservations.Reservation held = contexts.openVirtual();
    assertThat(held.unit()).isEmpty();
    assertThat(
            refuses(ErrorCode.IN_USE, () -> images.load(TestImages.image(), LoadOption.FORCE))
                .getMessage())
        .contains("holder 1 holds the image");
    held.close();
    images.load(TestImages.image(), LoadOption.FORCE);
  }

  @Test
  void closingTheLastContextAbortsWhatRunsThere() {
    UnitReservations.Reservation held = contexts.open(unit("spin_1"), Sharing.SHARED);
    Run run = spin.start(spin.buffer("data", 64));
    assertThat(contexts.units().get(unit("spin_1")).inFlight()).isEqualTo(1);
    run.cancel();
    refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
    held.close();
    assertThat(contexts.units().get(unit("spin_1")).contexts()).isZero();
  }

  @Test
  void registersOfAUnitThatAnotherHoldsExclusivelyAreHisAlone() {
    DriverDevice other = card.open(OpenMode.SHARED);
    Registers registers = card.facet(Registers.class);
    UnitReservations theirs = TestCard.facet(other, UnitReservations.class);
    UnitReservations.Reservation held = theirs.open(unit("vadd_1"), Sharing.EXCLUSIVE);

    assertThat(refuses(ErrorCode.BUSY, () -> registers.read32(VADD_1)))
        .hasMessageContaining("exclusively by holder 2");
    refuses(ErrorCode.BUSY, () -> registers.write32(VADD_1 + 0x34, 1));
    TestCard.facet(other, Registers.class).write32(VADD_1 + 0x34, 7);
    registers.write32(VADD_1 + 0x10000 + 0x34, 2);
    held.close();
    assertThat(registers.read32(VADD_1 + 0x34)).isEqualTo(7);
    try (UnitReservations.Reservation _ = theirs.open(unit("vadd_1"), Sharing.SHARED)) {
      assertThat(registers.read32(VADD_1 + 0x34)).isEqualTo(7);
    }
    other.close();
  }

  @Test
  void withoutSharedRegistersOnlyAnExclusiveContextGivesThem() {
    try (TestCard strict = TestCard.inMode("host", "\"rw_shared\": false")) {
      strict.load();
      UnitReservations own = strict.facet(UnitReservations.class);
      Registers registers = strict.facet(Registers.class);
      refuses(ErrorCode.NOT_PERMITTED, () -> registers.read32(VADD_1));
      UnitReservations.Reservation held = own.open(0, Sharing.SHARED);
      refuses(ErrorCode.NOT_PERMITTED, () -> registers.write32(VADD_1 + 0x34, 1));
      held.close();
      own.open(0, Sharing.EXCLUSIVE);
      registers.write32(VADD_1 + 0x34, 1);
      assertThat(registers.read32(VADD_1 + 0x34)).isEqualTo(1);
      refuses(ErrorCode.NOT_PERMITTED, () -> registers.read32(VADD_1 + 0x10000));
    }
  }

  @Test
  void aUnitThatIsNotThereIsRefused() {
    refuses(ErrorCode.OUT_OF_RANGE, () -> contexts.open(6, Sharing.SHARED));
  }

  @Test
  void aWaitSetGivesEachRunOnceWhenItHasEnded() {
    Run one = spin.start(spin.buffer("data", 64));
    Run two = card.kernel("sleeper").start(spin.buffer("data", 64));
    WaitSet set = new WaitSet().add(one).add(two);
    assertThat(set.await(Duration.ofMillis(1))).isEmpty();
    two.cancel();
    assertThat(set.await(DEADLINE)).contains(two);
    one.cancel();
    assertThat(set.await(DEADLINE)).contains(one);
    assertThat(set.size()).isZero();
    assertThat(set.await(DEADLINE)).isEmpty();
  }
}
