package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.PerstImage;
import org.junit.jupiter.api.Test;

/** Cards of coherent accelerators. */
@Needs(CoherentCard.class)
public abstract class CoherentCardConformance extends Conformance {
  /** A conformance class. */
  protected CoherentCardConformance() {}

  private CoherentCard card() {
    return rig().facet(rig().open(), CoherentCard.class);
  }

  @Test
  void aCardSaysWhatItIs() {
    CoherentCard card = card();
    assertThat(card.attributes().name()).matches("card[0-9]+");
    assertThat(card.attributes().caiaMajor()).isBetween(1, 2);
    assertThat(card.attributes().accelerators()).isBetween(1, 4);
    AfuAttributes accelerator = card.accelerator(0);
    assertThat(accelerator.name()).matches("afu[0-9]+\\.0");
    assertThat(accelerator.modesSupported()).isNotEmpty().doesNotContain(AfuMode.NONE);
    assertThat(accelerator.leastInterrupts()).isLessThanOrEqualTo(accelerator.mostInterrupts());
    assertThat(accelerator.mmioSize()).isBetween(0L, accelerator.allRegisters());
  }

  @Test
  void aSliceThatIsNotThereIsOutOfRange() {
    CoherentCard card = card();
    for (int slice : new int[] {-1, 4, Integer.MAX_VALUE}) {
      refuses(ErrorCode.OUT_OF_RANGE, () -> card.accelerator(slice));
      refuses(ErrorCode.OUT_OF_RANGE, () -> card.mode(slice, AfuMode.NONE));
      refuses(ErrorCode.OUT_OF_RANGE, () -> card.resetAccelerator(slice));
      refuses(ErrorCode.OUT_OF_RANGE, () -> card.mostInterrupts(slice, 1));
    }
  }

  @Test
  void theModeIsOneThatIsSupported() {
    CoherentCard card = card();
    for (AfuMode mode : AfuMode.values()) {
      if (mode == AfuMode.NONE || card.accelerator(0).modesSupported().contains(mode)) {
        card.mode(0, mode);
        assertThat(card.accelerator(0).mode()).isEqualTo(mode);
      } else {
        refuses(ErrorCode.INVALID_ARGUMENT, () -> card.mode(0, mode));
      }
    }
  }

  @Test
  void interruptsAreLimitedWithinWhatTheCardHas() {
    CoherentCard card = card();
    AfuAttributes before = card.accelerator(0);
    int least = before.leastInterrupts();
    refuses(ErrorCode.INVALID_ARGUMENT, () -> card.mostInterrupts(0, least - 1));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> card.mostInterrupts(0, Integer.MAX_VALUE));
    card.mostInterrupts(0, least);
    assertThat(card.accelerator(0).mostInterrupts()).isEqualTo(least);
    card.mostInterrupts(0, before.mostInterrupts());
  }

  @Test
  void aResetIsRefusedWhileTheSameImageIsPromised() {
    CoherentCard card = card();
    card.perstReloadsSameImage(true);
    assertThat(card.attributes().perstReloadsSameImage()).isTrue();
    refuses(ErrorCode.INVALID_ARGUMENT, () -> card.reset(false));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> card.reset(true));
    card.perstReloadsSameImage(false);
    card.reset(false);
    card.reset(true);
    card.resetAccelerator(0);
  }

  @Test
  void theImageOfAResetIsChosen() {
    CoherentCard card = card();
    for (PerstImage image : PerstImage.values()) {
      card.loadImageOnPerst(image);
      assertThat(card.attributes().loadImageOnPerst()).isEqualTo(image);
    }
  }

  @Test
  void aCardThatIsRemovedComesBack() {
    CoherentCard card = card();
    int accelerators = card.attributes().accelerators();
    card.remove();
    card.remove();
    assertThat(card.attributes().accelerators()).isZero();
    refuses(ErrorCode.DEVICE_FAULTED, () -> card.reset(true));
    card.rescan();
    card.rescan();
    assertThat(card.attributes().accelerators()).isEqualTo(accelerators);
  }
}
