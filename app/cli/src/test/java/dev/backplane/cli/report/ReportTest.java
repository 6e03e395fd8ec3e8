package dev.backplane.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.cli.report.Report.ForPrograms;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.cli.report.Report.Key;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
  private record Row(String name, @Nullable Double celsius, @Inline Optional<Usage> usage)
      implements Report {}

  private record Usage(long usedBytes) implements Report {}

  /** A value, which is no report although it is a record. */
  private record Point(int x, int y) {
    @Override
    public String toString() {
      return x + "," + y;
    }
  }

  private record Whole(
      @ForPrograms String deviceId,
      String userSha256,
      @Key("default") String byDefault,
      Optional<String> problem,
      @Inline Map<String, String> details,
      Point place,
      Path file,
      List<Row> rows)
      implements Report {}

  private static Whole whole(Optional<String> problem, Map<String, String> details) {
    return new Whole(
        "cards/card0",
        "ab",
        "none",
        problem,
        details,
        new Point(1, 2),
        Path.of("a.bin"),
        List.of(
            new Row("first", 25.5, Optional.of(new Usage(3))),
            new Row("second", null, Optional.of(new Usage(0)))));
  }

  private static String printed(Report report, boolean json) {
    StringWriter text = new StringWriter();
    report.print(new PrintWriter(text, true), json, "title");
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void componentsAreTheKeysOfJsonInTheirOrder() {
    assertThat(printed(whole(Optional.of("hot"), Map.of("speed", "fast")), true))
        .isEqualTo(
            """
            {"device_id":"cards/card0","user_sha256":"ab","default":"none","problem":"hot",\
            "speed":"fast","place":"1,2","file":"a.bin",\
            "rows":[{"name":"first","celsius":25.5,"used_bytes":3},\
            {"name":"second","celsius":null,"used_bytes":0}]}
            """);
  }

  @Test
  void theTextSaysTheSameButForWhatItsTitleSays() {
    assertThat(printed(whole(Optional.empty(), Map.of()), false))
        .isEqualTo(
            """
            title
              user sha256  ab
              default      none
              place        1,2
              file         a.bin
              rows
                NAME    CELSIUS  USED BYTES
                first   25.500   3
                second  -        0
            """);
  }

  @Test
  void insertedPartsTakeNoKeyFromTheOthers() {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("user_sha256", "other");
    details.put("new", "value");
    assertThat(Json.text(whole(Optional.empty(), details)))
        .contains("\"user_sha256\":\"ab\"", "\"new\":\"value\"")
        .doesNotContain("other");
  }

  @Test
  void reportsInMapsAndListsAreReportsToo() {
    assertThat(Json.text(Map.of("parts", List.of(Map.of("one", new Usage(7))))))
        .isEqualTo("{\"parts\":[{\"one\":{\"used_bytes\":7}}]}");
  }

  @Test
  void unknownValuesCanBeLeftOut() {
    StringWriter text = new StringWriter();
    ReportText.printKnown(
        new PrintWriter(text, true), "title", new Row("first", null, Optional.empty()));
    assertThat(text.toString().lines()).containsExactly("title", "  name  first");
  }

  @Test
  void onlyRecordsAreReports() {
    Report none = new Report() {};
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Json.text(none))
        .withMessageContaining("is no record");
  }

  @Test
  void aComponentThatFailsSaysWhichOneItIs() {
    record Broken(String name) implements Report {
      @Override
      @SuppressWarnings("UnusedMethod") // called by reflection
      public String name() {
        throw new IllegalStateException("gone");
      }
    }

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Json.text(new Broken("a")))
        .withMessageContaining("name")
        .havingCause()
        .withMessage("gone");
  }
}
