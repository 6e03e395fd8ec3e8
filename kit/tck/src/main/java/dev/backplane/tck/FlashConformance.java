package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.api.board.FlashSlot.State;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The flash that a card starts from. */
@Needs(Flash.class)
public abstract class FlashConformance extends Conformance {
  /** A conformance class. */
  protected FlashConformance() {}

  private Flash flash() {
    return rig().facet(rig().open(), Flash.class);
  }

  @Test
  void theCardStartedFromASlotThatItHas() {
    FlashContent content = flash().content();
    assertThat(content.place()).isNotBlank();
    assertThat(content.slots())
        .filteredOn(slot -> slot.state() == State.ACTIVE)
        .extracting(FlashSlot::name)
        .containsExactly(content.active());
    assertThat(content.slots()).extracting(FlashSlot::name).doesNotHaveDuplicates();
  }

  @Test
  void refusesAFileThatIsNoImageAndChangesNothing() {
    Flash flash = flash();
    FlashContent before = flash.content();
    for (String text : new String[] {"", "no image"}) {
      Image image = Image.of("garbage", text.getBytes(StandardCharsets.US_ASCII));
      refuses(ErrorCode.IMAGE_INVALID, () -> flash.program(image, _ -> {}));
    }
    assertThat(flash.content()).isEqualTo(before);
  }
}
