package dev.backplane.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of how files reach programs of others. */
class ViewerTest {
  private static final String TRACE = "[{\"name\": \"run\", \"ph\": \"X\", \"ts\": 1}]";
  private static final String ORIGIN = "https://ui.perfetto.dev";

  @TempDir private Path folder;
  private Path wave = Path.of("");

  @BeforeEach
  void makeWave() throws IOException {
    wave = Files.writeString(folder.resolve("a.vcd"), "$timescale 1ns $end\n");
  }

  private Desktop desktop() {
    return new Desktop(Map.of("DISPLAY", ":0", "PATH", folder.toString()));
  }

  @Test
  void anInstalledViewerIsStartedWithTheFile() throws IOException {
    Path program = Files.writeString(folder.resolve("gtkwave"), "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(Viewer.GTKWAVE.show(wave, desktop())).isEqualTo("gtkwave was started with " + wave);
  }

  @Test
  void aViewerThatIsNotThereIsNamedWithWhatInstallsIt() {
    assertThatThrownBy(() -> Viewer.GTKWAVE.show(wave, desktop()))
        .hasMessageContainingAll("gtkwave is not installed", "apt-get install gtkwave");
    assertThatThrownBy(() -> Viewer.SURFER.show(wave, new Desktop(Map.of())))
        .hasMessageContaining("no desktop");
  }

  @Test
  void aFileOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> Viewer.PERFETTO.check(wave)).hasMessageContaining("not a time line");
    assertThat(Viewer.named("perfetto")).contains(Viewer.PERFETTO);
    assertThat(Viewer.named("xwave")).isEmpty();
  }

  /** A request as a browser makes it; the client of the JDK lets nobody set the origin. */
  private static String ask(String method, String address, String origin) throws IOException {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String request =
          "%s %s HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: close\r\n\r\n"
              .formatted(method, uri.getPath(), uri.getAuthority(), origin);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void onlyThePageOfPerfettoFetchesATimeLine() throws Exception {
    Path trace = Files.writeString(folder.resolve("time.json"), TRACE);
    Viewer.PERFETTO.check(trace);
    try (PerfettoFile served = PerfettoFile.of(trace, 0)) {
      assertThat(served.address()).startsWith(ORIGIN + "/#!/?url=" + served.source());
      String source = served.source();
      String guessed = source.replaceFirst("/[0-9a-f]{32}/", "/" + "0".repeat(32) + "/");
      assertThat(ask("GET", source, "https://example.org")).startsWith("HTTP/1.1 404");
      assertThat(ask("GET", guessed, ORIGIN)).startsWith("HTTP/1.1 404");
      assertThat(ask("DELETE", source, ORIGIN)).startsWith("HTTP/1.1 405");
      assertThat(ask("OPTIONS", source, ORIGIN))
          .startsWith("HTTP/1.1 204")
          .containsIgnoringCase("Access-Control-Allow-Private-Network: true");
      assertThat(served.await(Duration.ZERO)).isFalse();
      assertThat(ask("GET", source, ORIGIN))
          .endsWith(TRACE)
          .containsIgnoringCase("Access-Control-Allow-Origin: " + ORIGIN);
      assertThat(served.await(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    Path trace = Files.writeString(folder.resolve("time.json"), TRACE);
    try (PerfettoFile first = PerfettoFile.of(trace, 0)) {
      int port = URI.create(first.source()).getPort();
      assertThatThrownBy(() -> PerfettoFile.of(trace, port))
          .hasMessageContaining("another program has port " + port);
    }
  }
}
