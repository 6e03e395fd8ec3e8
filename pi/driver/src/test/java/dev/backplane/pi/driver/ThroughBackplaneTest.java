package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.Kernel;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native plugins as an application meets them. */
class ThroughBackplaneTest {
  @TempDir static Path folder;

  private static Path newest;
  private static Path older;

  @BeforeAll
  static void compile() {
    newest = TestPlugin.host(folder, "15.49");
    older = TestPlugin.host(folder, "15.45");
  }

  @Test
  void pluginsOfTwoVersionsComputeSideBySideAndAreUnloaded() throws IOException {
    try (Backplane backplane = open(plugin("new", newest), plugin("old", older))) {
      List<Token> found = backplane.enumerate(List.of(Filter.any()));
      assertThat(found).extracting(Token::id).containsExactly("new/0", "old/0");
      for (Token each : found) {
        try (Device device = each.open()) {
          compute(device);
        }
      }
    }
    String maps = Files.readString(Path.of("/proc/self/maps"));
    assertThat(maps).doesNotContain(newest.toString()).doesNotContain(older.toString());
  }

  @Test
  void aPluginThatIsRefusedIsListedWithTheReasonAndTheOthersWork() throws IOException {
    Path unknown = TestPlugin.compile(folder, "hostile.c", "15.49", "-DWRONG_VERSION=14.43.2");
    Path aborts = TestPlugin.wrong(folder, "ABORTS");
    try (Backplane backplane =
        open(plugin("unknown", unknown), plugin("aborts", aborts), plugin("good", newest))) {
      assertThat(backplane.enumerate(List.of(Filter.any())))
          .extracting(Token::id)
          .containsExactly("good/0");
      assertThat(report(backplane, "unknown"))
          .contains("its table is that of version 14.43")
          .contains("Known are [15.49, 15.48, 15.47, 15.46");
      assertThat(report(backplane, "aborts")).contains("SIGABRT").contains(aborts.toString());
    }
  }

  private static String report(Backplane backplane, String instance) {
    return backplane.plugins().stream()
        .filter(each -> each.toString().contains(instance))
        .map(PluginReport::toString)
        .findFirst()
        .orElseThrow();
  }

  private static void compute(Device device) {
    Kernel vadd = device.load(HostImage.of("vadd")).kernel("vadd");
    try (Buffer a = vadd.buffer("a", 16);
        Buffer b = vadd.buffer("b", 16);
        Buffer sum = vadd.buffer("sum", 16)) {
      a.write(1, 2, 3, 4).sync();
      b.write(10, 20, 30, 40).sync();
      vadd.start(a, b, sum, 4).await(Duration.ofSeconds(30));
      assertThat(sum.syncBack().read(new int[4])).containsExactly(11, 22, 33, 44);
    }
  }

  private static String plugin(String name, Path library) {
    return """
    {"module": "pi", "name": "%s", "config": {"library": "%s"},
     "error_policy": {"load": "skip"}}
    """
        .formatted(name, library);
  }

  private static Backplane open(String... plugins) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("backplane.json"), "{\"plugins\": [" + String.join(",", plugins) + "]}");
    return Backplane.builder().configuration(file).open();
  }
}
