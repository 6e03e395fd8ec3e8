package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.opae.abi.TableLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plugins whose tokens are of their own kind, so that only their properties tell of them. */
class OpaqueTokensTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ACCELERATOR = "0000:42:00.0-accelerator-72";

  @TempDir static Path folder;

  private static OpaeInstance instance(String kind, Optional<Duration> trial) {
    Path plugin = TestPlugin.of("opaque", folder, TableLayout.F, "-D" + kind);
    return new OpaeInstance(
        new OpaeConfig(plugin.toString(), "{}", Optional.of(TableLayout.F), List.of(4096L), trial),
        CallTrace.NONE,
        LIMIT);
  }

  private static List<String> keys(OpaeInstance instance) {
    return instance.enumerate(List.of()).stream().map(Resource::key).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"STRUCTURES", "LOOKALIKE", "NUMBERS"})
  void theirResourcesAreWhatTheirPropertiesSay(String kind) {
    OpaeInstance instance = instance(kind, Optional.of(LIMIT));
    assertThat(instance.initialize()).isZero();
    List<Resource> found = instance.enumerate(List.of());
    assertThat(found)
        .extracting(Resource::key)
        .containsExactly("0000:42:00.0-device", "0000:42:00.0-accelerator-71", ACCELERATOR);
    assertThat(found.getFirst().properties().objectType()).isEqualTo(ObjectType.DEVICE);
    assertThat(found.getLast().properties().objectType()).isEqualTo(ObjectType.ACCELERATOR);
    assertThat(found.getLast().properties().guid())
        .contains(UUID.fromString("77010203-0405-0607-0809-0a0b0c0d0e02"));
    assertThat(found.getLast().properties().parent()).contains("0000:42:00.0-device");
    assertThat(keys(instance)).isEqualTo(found.stream().map(Resource::key).toList());
    try (DriverDevice device = instance.open(ACCELERATOR, OpenMode.EXCLUSIVE)) {
      Registers registers = device.facet(Registers.class).orElseThrow();
      registers.write64(0x40, 0x0123_4567_89ab_cdefL);
      assertThat(registers.read64(0x40)).isEqualTo(0x0123_4567_89ab_cdefL);
    }
    assertThat(instance.close()).isZero();
  }

  /** It may be a wrong address, which the plugin's functions would end this process with. */
  @Test
  void numbersAreGivenToAPluginOnlyWhereATrialHasShownThatItTakesThem() {
    OpaeInstance instance = instance("NUMBERS", Optional.empty());
    assertThat(instance.initialize()).isZero();
    assertThatThrownBy(() -> instance.enumerate(List.of()))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENUMERATE_FAILED))
        .hasMessageContaining("it gave a token at 0x1, where no memory is");
    assertThat(instance.close()).isZero();
  }
}
