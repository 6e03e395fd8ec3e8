package dev.backplane.capi.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A card whose AFU takes longer to be made than a driver may take to begin. */
@Timeout(600)
final class PowerUpTest {
  private static final String CONFIGURATION =
      """
      {"plugins": [{"module": "capi", "name": "cards", "error_policy": {"deadline_ms": 400},
        "config": {"cards": [{"afus": [{"afu": "%s", "engine": "verilator"}]}, {}]}}]}
      """
          .formatted(SlowAfu.class.getName());

  @TempDir Path folder;

  private Backplane open() throws IOException {
    return Backplane.open(Files.writeString(folder.resolve("backplane.json"), CONFIGURATION));
  }

  private static List<String> names(Backplane backplane) {
    return backplane.enumerate(List.of(Filter.any())).stream().map(Token::id).toList();
  }

  private static boolean isPoweringUp() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("power-up-card0"));
  }

  @Test
  void othersAreThereMeanwhileAndItComesWhenItIsMade() throws Exception {
    try (Backplane backplane = open()) {
      assertThat(names(backplane))
          .contains("cards/card1")
          .noneMatch(name -> name.contains("afu0.0"));
      assertThatThrownBy(() -> backplane.token("cards/afu0.0d").open())
          .hasMessageContaining("card0 is not there yet");
      SlowAfu.POWER.release();
      while (!names(backplane).contains("cards/afu0.0d")) {
        Thread.sleep(5);
      }
      assertThat(isPoweringUp()).isFalse();
    }
  }

  @Test
  void manyCardsThatTakeLongKeepNobodyFromTheOthers() throws Exception {
    String slow = "{\"afus\": [{\"afu\": \"%s\"}]}, ".formatted(SlowAfu.class.getName());
    String configuration =
        """
        {"plugins": [{"module": "capi", "name": "cards", "error_policy": {"deadline_ms": 4000},
          "config": {"cards": [%s{}]}}]}
        """
            .formatted(slow.repeat(12));
    try (Backplane backplane =
        Backplane.open(Files.writeString(folder.resolve("backplane.json"), configuration))) {
      while (!names(backplane).contains("cards/card12")) {
        Thread.sleep(5);
      }
      assertThat(names(backplane)).noneMatch(name -> name.contains("afu0.0"));
      SlowAfu.POWER.release(12);
      while (names(backplane).size() < 12 * 2 + 3) {
        Thread.sleep(5);
      }
      assertThat(names(backplane)).contains("cards/afu0.0d", "cards/afu11.0d", "cards/afu12.0s");
    }
    assertThat(SlowAfu.POWER.availablePermits()).isZero();
  }

  @Test
  void itIsGivenUpWithItsDriver() throws Exception {
    try (Backplane backplane = open()) {
      assertThat(names(backplane)).doesNotContain("cards/card0");
      assertThat(isPoweringUp()).isTrue();
    }
    while (isPoweringUp()) {
      Thread.sleep(5);
    }
    assertThat(SlowAfu.POWER.availablePermits()).isZero();
  }
}
