package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Native plugins as an application meets them. */
class ThroughBackplaneTest {
  @TempDir static Path folder;

  @Test
  void instancesOfOneModuleAndOfTwoReleasesWorkSideBySideAndAreUnloaded() throws IOException {
    Path newest = TestPlugin.card(folder, TableLayout.F);
    Path oldest = TestPlugin.card(folder, TableLayout.A);
    String tcp = "{\"transport\": \"tcp\", \"accelerators_only\": true}";
    try (Backplane backplane =
        open(
            plugin("tcp-proxy1", newest, tcp),
            plugin("rdma-proxy1", newest, "{\"transport\": \"rdma\"}"),
            plugin("old", oldest, tcp))) {
      List<Token> found = backplane.enumerate(List.of(Filter.any()));
      assertThat(found).extracting(Token::plugin).containsOnly("tcp-proxy1", "rdma-proxy1", "old");
      assertThat(found).hasSize(7);
      Token last = found.getLast();
      assertThat(last.id()).isEqualTo("old/0000:3b:00.2-accelerator");
      try (Device device = last.open()) {
        Registers registers = device.facet(Registers.class);
        registers.write64(0, 12);
        assertThat(registers.read64(0)).isEqualTo(12);
      }
      assertThat(backplane.enumerate(List.of(Filter.deviceType(new DeviceType("gpu"))))).isEmpty();
    }
    assertThat(Files.readString(Path.of("/proc/self/maps")))
        .doesNotContain(folder.toString())
        .doesNotContain("/backplane-opae-");
  }

  /** As OPAE's document has it, but for the path: nothing is installed on this machine. */
  @Test
  void theSampleOfOpaesDocumentIsTwoInstancesOfOneModule() throws IOException {
    Path plugin = TestPlugin.card(folder, TableLayout.F);
    String entry =
        """
        {
          "module": "%s",
          "name": "%s-proxy1",
          "config": {
            "transport": "%s",
            "discovery": "none",
            "hosts": ["host1", "host2", "host3"]
          },
          "load_policy": {}
        }
        """;
    try (Backplane backplane =
        open(
            entry.formatted("./" + plugin.getFileName(), "tcp", "tcp"),
            entry.formatted(plugin, "rdma", "rdma"))) {
      assertThat(backplane.enumerate(List.of(Filter.any())))
          .extracting(Token::plugin)
          .containsOnly("tcp-proxy1", "rdma-proxy1")
          .contains("tcp-proxy1", "rdma-proxy1");
    }
  }

  @Test
  void theNamesOfTheSampleAreUnderstood() throws IOException {
    String entry = "{\"module\": \"libopae-net-proxy\", \"name\": \"%s\", \"load_policy\": {}}";
    try (Backplane backplane =
        open(entry.formatted("tcp-proxy1"), entry.formatted("rdma-proxy1"))) {
      assertThat(backplane.plugins()).hasSize(2);
      assertThat(backplane.plugins().toString()).contains("libopae-net-proxy.so");
    }
  }

  @Test
  void aFileOfOpaesOwnFormLoadsItsPlugins() throws IOException {
    Path plugin = TestPlugin.card(folder, TableLayout.F);
    Path file =
        Files.writeString(
            folder.resolve("opae.cfg"),
            """
            {"plugins": ["card"],
             "configurations": {
               "card": {"enabled": true, "plugin": "%s", "configuration": {"transport": "tcp"}}}}
            """
                .formatted(plugin));
    try (Backplane backplane = Backplane.open(file)) {
      assertThat(backplane.enumerate(List.of(Filter.any())))
          .extracting(Token::plugin)
          .containsOnly("card");
      assertThat(backplane.enumerate(List.of(Filter.any()))).isNotEmpty();
    }
  }

  @Test
  void aPluginThatIsRefusedIsListedWithTheReasonAndTheOthersWork() throws IOException {
    Path crashes = TestPlugin.card(folder, TableLayout.F, "-DWRONG_CRASHES");
    Path good = TestPlugin.card(folder, TableLayout.F);
    try (Backplane backplane = open(plugin("crashes", crashes, "{}"), plugin("good", good, "{}"))) {
      assertThat(backplane.enumerate(List.of(Filter.any())))
          .extracting(Token::plugin)
          .containsOnly("good");
      assertThat(backplane.plugins().stream().map(PluginReport::toString).toList().toString())
          .contains("SIGSEGV")
          .contains(crashes.toString());
    }
  }

  /** The call has no deadline of its own, and its code must not go while a thread is in it. */
  @Test
  @Timeout(120)
  void aCallThatDoesNotReturnDoesNotKeepBackplaneOpen(@TempDir Path other) throws Exception {
    Path own = Files.copy(TestPlugin.card(folder, TableLayout.F), other.resolve("blocking.so"));
    String entry =
        plugin("slow", own, "{\"no_pointers\": true, \"blocks\": true}")
            .replace("60000", "1000")
            .replace("\"library\"", "\"probe\": false, \"library\"");
    CompletableFuture<Long> read = new CompletableFuture<>();
    Backplane backplane = open(entry);
    Registers registers =
        backplane
            .find(Filter.any().withObjectType(ObjectType.ACCELERATOR))
            .open()
            .facet(Registers.class);
    // After the plugin, which otherwise is a copy with variables of its own.
    try (NativeLibrary library = NativeLibrary.open(own.toString())) {
      Thread reading =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      read.complete(registers.read64(0x40));
                    } catch (RuntimeException e) {
                      read.completeExceptionally(e);
                    }
                  });
      while (RawMemory.getInt(library.function("card_blocked").address()) == 0) {
        assertThat(read).isNotDone();
        Thread.sleep(1);
      }
      assertThatThrownBy(backplane::close).hasMessageContaining("slow");
      assertThat(Files.readString(Path.of("/proc/self/maps"))).contains(own.toString());
      assertThat(reading.isAlive()).isTrue();
      RawMemory.putInt(library.function("card_released").address(), 1);
      reading.join();
      assertThat(read).isCompletedWithValue(0L);
    }
  }

  private static String plugin(String name, Path library, String json) {
    return """
    {"module": "opae", "name": "%s", "config": {"library": "%s", "config": %s},
     "error_policy": {"load": "skip", "deadline_ms": 60000}}
    """
        .formatted(name, library, json);
  }

  private static Backplane open(String... plugins) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("backplane.json"), "{\"plugins\": [" + String.join(",", plugins) + "]}");
    return Backplane.builder().configuration(file).open();
  }
}
