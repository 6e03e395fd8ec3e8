package dev.backplane.xrt.card.ert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotRulesTest {
  @ParameterizedTest
  @CsvSource({
    "4096, true, 16",
    "4096, false, 16",
    "2048, false, 32",
    "512, true, 32",
    "512, false, 128",
    "1024, false, 64"
  })
  void anExplicitSizeGivesAsManySlotsAsFit(int size, boolean cuDma, int slots) {
    assertThat(SlotRules.ofSize(size, cuDma)).isEqualTo(slots);
  }

  @ParameterizedTest
  @CsvSource({"256", "508", "8192", "0", "-512", "513"})
  void sizesThatGiveMoreThan128SlotsOrAreNoSizesAreRefused(int size) {
    assertThatThrownBy(() -> SlotRules.ofSize(size, false))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(String.valueOf(size));
  }

  @ParameterizedTest
  @CsvSource({
    // units, largest packet, cu dma, slots
    "1, 64, false, 16",
    "2, 64, false, 16",
    "7, 64, false, 16",
    "8, 64, false, 32",
    "20, 64, false, 64",
    "63, 64, false, 128",
    "128, 64, false, 128",
    "128, 64, true, 32",
    "128, 4096, false, 16",
    "128, 2048, false, 32",
    "20, 1600, false, 32"
  })
  void theChoiceFollowsUnitsRegisterMapsAndStatusRegisters(
      int units, int map, boolean cuDma, int slots) {
    assertThat(SlotRules.chosen(units, map, cuDma)).isEqualTo(slots);
  }

  @Test
  void everyChoiceIsWithinTheQueue() {
    for (int units = 0; units <= 128; units++) {
      for (int map = 4; map <= 4096; map += 60) {
        int slots = SlotRules.chosen(units, map, false);
        assertThat(slots).isBetween(16, 128);
        assertThat(slots * map).as("%d units, %d bytes", units, map).isLessThanOrEqualTo(65536);
        assertThat(slots == 16 || slots % 32 == 0).isTrue();
      }
    }
  }
}
