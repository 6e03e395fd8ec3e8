package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
  @Test
  void aRatioAboveOneMeansOursIsBetterForCostsAndForSpeeds() {
    assertThat(Row.cost("call", "ns", 2, "direct", 4).ratio()).isEqualTo(2.0);
    assertThat(Row.speed("clock", "Mcycles/s", 4, "verilator", 2).ratio()).isEqualTo(2.0);
  }

  @Test
  void aTargetStandsInThePlaceOfAPeer() {
    Row kept = Row.atMost("first call", "ms", 40, 80);
    assertThat(kept.ratio()).isEqualTo(2.0);
    assertThat(Row.atMost("allocated", "B", 0, 0).ratio()).isEqualTo(1.0);
    assertThat(Row.atMost("allocated", "B", 16, 0).ratio()).isZero();
    assertThat(Row.atLeast("lines", "M lines/s", 4, 5).ratio()).isEqualTo(0.8);
    assertThat(Report.table(List.of(kept))).contains("asked, at most").contains("80.0");
  }

  @Test
  void theFileIsAListOfRowsWithNullsWhereThereIsNoPeer(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("deep/engine.json");
    Report.write(file, List.of(Row.alone("x", "s", 1.5), Row.cost("y", "s", 1, "z", 3)));
    JsonNode rows = JsonMapper.shared().readTree(Files.readString(file));
    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.get(0).propertyNames())
        .containsExactly("what", "unit", "ours", "peer", "theirs", "ratio");
    assertThat(rows.get(0).get("theirs").isNull()).isTrue();
    assertThat(rows.get(1).get("ratio").doubleValue()).isEqualTo(3.0);
  }

  @Test
  void theTableShowsEveryRow() {
    assertThat(Report.table(List.of(Row.cost("list", "s", 0.25, "java", 0.05))))
        .contains("list")
        .contains("0.250")
        .contains("0.200");
  }
}
