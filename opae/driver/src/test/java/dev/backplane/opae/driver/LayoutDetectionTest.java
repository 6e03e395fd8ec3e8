package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.TableLayout;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutDetectionTest {
  private static final List<String> NONE = List.of();

  private final Map<Long, String> symbols = new HashMap<>();

  /** A plugin's table, where each function has an address of its own, and perhaps a name. */
  private LayoutDetection filled(TableLayout layout, String prefix, String... functions) {
    PluginTable table = new PluginTable("plugin.so", 1, Arena.ofAuto());
    for (String function : functions) {
      long offset = layout.offset(function).orElseThrow();
      RawMemory.putLong(table.address() + offset, 0x1000 + offset);
      if (!prefix.isEmpty()) {
        symbols.put(0x1000 + offset, prefix + function);
      }
    }
    return new LayoutDetection(table, address -> Optional.ofNullable(symbols.get(address)));
  }

  private static TableLayout detected(LayoutDetection detection) {
    return detection.detect("plugin.so", _ -> false, NONE);
  }

  @ParameterizedTest
  @EnumSource(TableLayout.class)
  void namesOfFunctionsTellTheLayout(TableLayout layout) {
    LayoutDetection detection = filled(layout, "x_", layout.functions().toArray(String[]::new));
    assertThat(detected(detection)).isEqualTo(layout);
    assertThat(detection.whyNot(layout)).isEmpty();
  }

  @Test
  void aTableThatIsAlikeInSeveralLayoutsNeedsNoDecision() {
    TableLayout found = detected(filled(TableLayout.A, "", "fpgaOpen", "fpgaClose", "fpgaReset"));
    assertThat(found).isEqualTo(TableLayout.F);
  }

  @Test
  void withoutNamesItIsNotGuessed() {
    LayoutDetection detection = filled(TableLayout.D, "", "fpgaOpen", "fpgaEnumerate");
    assertThatThrownBy(() -> detected(detection))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.API_VERSION_MISMATCH);
              assertThat(e.problem()).contains("D (releases 2.0.2 to 2.8.0)", "A (releases");
              assertThat(e.getMessage()).contains("'layout'");
            });
  }

  @Test
  void aSlotThatIsFilledFarBehindLeavesTheLongestAlone() {
    assertThat(detected(filled(TableLayout.F, "", "fpgaOpen", TableLayout.FINALIZE)))
        .isEqualTo(TableLayout.F);
  }

  @ParameterizedTest
  @CsvSource({"libopae-c.so.1, A", "libopae-c.so.1, B", "libopae-c.so.2, E"})
  void theLibraryThatItIsLinkedWithAndWhatItExportsNarrowWhatIsLeft(
      String library, TableLayout layout) {
    // Before the first function that came later, all layouts are alike; behind it A is like B.
    LayoutDetection detection = filled(layout, "p_", "fpgaOpen", "fpgaPrepareBuffer");
    Set<String> exported =
        switch (layout) {
          case A -> Set.of();
          case B -> Set.of("p_fpgaObjectGetType");
          default -> Set.of("p_fpgaWriteMMIO512", "p_fpgaBindSVA");
        };
    assertThat(detection.whyNot(layout)).isEmpty();
    TableLayout found = detection.detect("plugin.so", exported::contains, List.of(library));
    assertThat(found.offset("fpgaPrepareBuffer")).isEqualTo(layout.offset("fpgaPrepareBuffer"));
  }

  @Test
  void onlyTheLibraryTellsTablesOfHiddenFunctionsApart() {
    LayoutDetection detection = filled(TableLayout.C, "", "fpgaOpen", "fpgaWriteMMIO512");
    assertThatThrownBy(() -> detection.detect("p", _ -> false, NONE))
        .hasMessageContaining("A (releases")
        .hasMessageContaining("F (releases");
    assertThatThrownBy(() -> detection.detect("p", _ -> false, List.of("libopae-c.so.1")))
        .hasMessageContaining("C (releases");
    // From the second major version on, all have that function there.
    assertThat(detection.detect("p", _ -> false, List.of("libopae-c.so.2")))
        .isEqualTo(TableLayout.F);
  }

  @Test
  void aTableThatFitsNoLayoutIsRefusedWithTheReasons() {
    PluginTable table = new PluginTable("plugin.so", 1, Arena.ofAuto());
    RawMemory.putLong(table.address() + TableLayout.FIRST_SLOT, 7);
    LayoutDetection detection = new LayoutDetection(table, _ -> Optional.of("x_fpgaClose"));
    assertThatThrownBy(() -> detected(detection))
        .hasMessageContaining("offset 24 has fpgaClose, where layout A has fpgaOpen");
  }

  @Test
  void readsTheLibrariesOfAnElfFileAndNoneOfGarbage(@TempDir Path folder) throws Exception {
    Path plugin = TestPlugin.card(folder, TableLayout.F, "-Wl,--no-as-needed", "-lm");
    assertThat(NeededLibraries.of(plugin)).contains("libm.so.6", "libc.so.6");
    byte[] bytes = Files.readAllBytes(plugin);
    Path garbage = folder.resolve("garbage.so");
    for (int length : new int[] {0, 3, 64, 100, 500, 5000}) {
      Files.write(garbage, Arrays.copyOf(bytes, length));
      assertThat(NeededLibraries.of(garbage)).isEmpty();
    }
    assertThat(NeededLibraries.of(folder.resolve("nothing.so"))).isEmpty();
  }
}
