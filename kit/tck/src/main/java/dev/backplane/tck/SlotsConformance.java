package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.Slots;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Slots of a device, and what they refuse. */
@Needs(Slots.class)
public abstract class SlotsConformance extends Conformance {
  /** A conformance class. */
  protected SlotsConformance() {}

  private Slots slots() {
    return rig().facet(rig().open(), Slots.class);
  }

  @Test
  void aDeviceHasASlotAndTheIdOfItsInterface() {
    Slots slots = slots();
    assertThat(slots.count()).isPositive();
    assertThat(slots.interfaceId()).isEqualTo(slots.interfaceId());
  }

  @Test
  void refusesAFileThatIsNoImage() {
    Slots slots = slots();
    Image garbage = Image.of("garbage", "no image".getBytes(StandardCharsets.US_ASCII));
    refuses(ErrorCode.IMAGE_INVALID, () -> slots.reconfigure(0, garbage, Set.of()));
    refuses(
        ErrorCode.IMAGE_INVALID,
        () -> slots.reconfigure(0, Image.of("nothing", new byte[0]), Set.of(Slots.Option.FORCE)));
  }

  @Test
  void aSlotThatIsNotThereIsOutOfRange() {
    Slots slots = slots();
    Image garbage = Image.of("garbage", new byte[64]);
    for (int slot : new int[] {-1, slots.count(), Integer.MAX_VALUE}) {
      refuses(ErrorCode.OUT_OF_RANGE, () -> slots.reconfigure(slot, garbage, Set.of()));
    }
  }
}
