package dev.backplane.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.view.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the answers that the page gets about a waveform. */
final class WaveRouteTest {
  private static final String WAVE =
      """
      $timescale 1 ps $end
      $scope module top $end
      $var wire 1 ! a $end
      $var wire 12 " b [11:0] $end
      $upscope $end
      $enddefinitions $end
      #0
      0!
      b101 "
      #3
      1!
      #4
      0!
      #40
      bx "
      #50
      """;

  @TempDir private Path folder = Path.of("");

  private WaveRoute route() throws IOException {
    Path file = Files.writeString(folder.resolve("wave.vcd"), WAVE);
    return new WaveRoute(WaveOpening.of(file));
  }

  private static String get(WaveRoute route, String path, Map<String, String> query)
      throws IOException {
    return new String(
        route.answer(new Request("GET", path, query, new byte[0])).body(), StandardCharsets.UTF_8);
  }

  @Test
  void tracesAreListsOfChanges() throws IOException {
    assertThat(
            get(
                route(),
                "traces",
                Map.of("signals", "0,1", "from", "0", "step", "8", "columns", "8")))
        .isEqualTo(
            "{\"traces\":[{\"before\":\"bx\",\"entries\":[[0,4,3,0,\"h0\"]]},"
                + "{\"before\":\"bxxxxxxxxxxxx\",\"entries\":[[0,\"h005\"],"
                + "[40,\"bxxxxxxxxxxxx\"]]}],\"problems\":0}");
  }

  @Test
  void namesValuesAndEdgesAreObjects() throws IOException {
    WaveRoute route = route();
    assertThat(get(route, "", Map.of()))
        .contains("\"exponent\":-12", "\"start\":0", "\"end\":50", "\"signals\":2")
        .contains("\"changed\":false", "\"reading\":false", "\"fault\":null");
    assertThat(get(route, "scope", Map.of("number", "1"))).contains("\"name\":\"b[11:0]\"");
    assertThat(get(route, "find", Map.of("text", "TOP.b"))).contains("\"total\":1");
    assertThat(get(route, "values", Map.of("signals", "0,1", "time", "3")))
        .isEqualTo("{\"values\":[\"h1\",\"h005\"]}");
    assertThat(get(route, "edge", Map.of("signal", "0", "time", "0"))).isEqualTo("{\"time\":3}");
    assertThat(get(route, "edge", Map.of("signal", "0", "time", "9", "condition", "rise")))
        .isEqualTo("{\"time\":null}");
    assertThat(get(route, "count", Map.of("signal", "0", "to", "50"))).isEqualTo("{\"count\":2}");
  }

  @Test
  void questionsThatMakeNoSenseAreRefused() throws IOException {
    WaveRoute route = route();
    for (Map<String, String> wrong :
        java.util.List.of(
            Map.of("signals", "2"),
            Map.of("signals", "-1"),
            Map.of("signals", "x"),
            Map.of("signals", "0", "columns", "99999999"),
            Map.of("signals", "0", "step", "0"),
            Map.of("signals", "0", "from", "-5"),
            Map.of("signals", "0,".repeat(600)))) {
      assertThatThrownBy(() -> get(route, "traces", wrong))
          .describedAs("%s", wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> get(route, "scope", Map.of("number", "9")))
        .hasMessage("there is no scope 9");
    assertThatThrownBy(() -> get(route, "reload", Map.of())).hasMessage("reload is a POST");
    assertThat(route.answer(new Request("GET", "other", Map.of(), new byte[0])).status())
        .isEqualTo(404);
  }

  @Test
  void whatIsNoWaveformIsToldBeforeThereIsAPage() throws IOException {
    Path file = Files.writeString(folder.resolve("none.vcd"), "nothing");
    assertThatThrownBy(() -> WaveOpening.of(file))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("is no VCD");
  }

  @Test
  void waveformsAreKnownByTheirContentToo() throws IOException {
    Path file = Files.writeString(folder.resolve("dump"), WAVE);
    assertThat(new WaveFile().isOne(FileStart.of(file))).isTrue();
    Path other = Files.writeString(folder.resolve("other"), "{}");
    assertThat(new WaveFile().isOne(FileStart.of(other))).isFalse();
  }
}
