package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.runtime.fakes.FakeExtension;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.fakes.ScriptedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class TraceTest {
  @TempDir Path folder;
  private final List<TracedCall> calls = new CopyOnWriteArrayList<>();

  @AfterEach
  void forget() {
    Script.reset();
  }

  private List<String> lines() {
    return calls.stream()
        .map(call -> call.subject() + " " + call.call() + call.arguments() + " " + call.outcome())
        .toList();
  }

  @Test
  void everyCallFromConfiguringToFinalisingIsTraced() {
    try (Backplane backplane =
            new Site(folder).plugins(scripted("one", "{ \"x\": 1 }")).trace(calls::add).open();
        Device device = backplane.find().open()) {
      Program program = device.load(Image.of("any", new byte[4]));
      Kernel kernel = program.kernel("twice");
      try (Buffer data = kernel.buffer("data", 8)) {
        assertThat(data.sync()).isSameAs(data);
        kernel.start(data, 7).await(Duration.ofSeconds(1));
      }
      Registers registers = device.facet(Registers.class);
      registers.write32(0, 5);
      assertThat(registers.read32(0)).isEqualTo(5);
      refuses(ErrorCode.PLUGIN_FAILED, () -> registers.read32(-4));
    }
    assertThat(lines())
        .containsSubsequence(
            "one Driver.configure({ \"x\": 1 }) 0",
            "one Adapter.initialize() 0",
            "one/dev0 Device.load(any (4 bytes)) program",
            "one/dev0 Kernel.buffer(data, 8) buffer of 8 bytes at 0x1000",
            "one/dev0 Buffer.sync() buffer of 8 bytes at 0x1000",
            "one/dev0 Registers.write32(0, 5) -",
            "one/dev0 Registers.read32(0) 5")
        .anyMatch(line -> line.startsWith("one Adapter.enumerate("))
        .anyMatch(line -> line.startsWith("one/dev0 Adapter.open(EXCLUSIVE)"))
        .anyMatch(line -> line.startsWith("one/dev0 Run.await(PT1S) RunReport["))
        .anyMatch(line -> line.startsWith("one/dev0 Registers.read32(-4) !BP3013 PLUGIN_FAILED"))
        .endsWith("one Adapter.finalize() 0");
    assertThat(calls.getFirst().toString()).contains(" one Driver.configure(").endsWith(" ns]");
  }

  @Test
  void ownFacetsOfAPluginAreThereUnderATraceToo() {
    try (Backplane backplane =
        new Site(folder)
            .plugins(scripted("one", "{\"extension\": \"1.4.0\"}"))
            .trace(calls::add)
            .open()) {
      assertThat(backplane.plugin("one").extension(FakeExtension.class)).isPresent();
    }
  }

  @Test
  void withoutASinkNothingOfTracingIsOnThePath() {
    try (Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
        Device device = backplane.find().open()) {
      assertThat(device.getClass().getPackageName()).isEqualTo("dev.backplane.runtime.device");
      assertThat(device.facet(Registers.class).getClass().getPackageName())
          .isEqualTo("dev.backplane.runtime.device");
    }
  }

  @Test
  void aTracedDeviceRefusesForeignBuffersToo() {
    try (Backplane backplane =
            new Site(folder)
                .plugins(scripted("one", "{\"keys\": \"a,b\"}"))
                .trace(calls::add)
                .open();
        Device a = backplane.token("one/a").open();
        Device b = backplane.token("one/b").open()) {
      Kernel kernel = a.load(Image.of("any", new byte[4])).kernel("twice");
      Buffer foreign = b.load(Image.of("any", new byte[4])).kernel("twice").buffer("data", 8);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.start(foreign, 1));
    }
  }

  private BackplaneBuilder site(Map<String, String> environment) {
    Site site = new Site(folder, environment);
    return site.plugins(scripted("one", "{\"password\": \"hunter2\"}"));
  }

  private List<String> records(Map<String, String> environment) {
    List<String> records = new CopyOnWriteArrayList<>();
    try (Backplane backplane = site(environment).traceTo(records::add).open();
        Device device = backplane.find().open()) {
      device.facet(Registers.class).write32(0, 5);
    }
    return records;
  }

  private static int count(List<String> records, String text) {
    return (int) records.stream().filter(record -> record.contains(text)).count();
  }

  @Test
  void withoutALevelNothingIsWrittenAndTheTableOfADriverIsBoundItself() {
    assertThat(records(Map.of())).isEmpty();
    assertThat(Script.of("one").table()).isSameAs(ScriptedDriver.OWN_TABLE);
    assertThat(records(Map.of("BACKPLANE_TRACE", "0", "SYCL_PI_TRACE", "-1"))).isEmpty();
  }

  @Test
  void levelOneTellsOfPluginsAndTheSelectedDevice() {
    List<String> records = records(Map.of("SYCL_PI_TRACE", "0x01"));
    assertThat(records).hasSize(3);
    assertThat(records.get(0)).isEqualTo("SYCL_PI_TRACE[basic]: one: configured\n");
    assertThat(records.get(1))
        .startsWith("SYCL_PI_TRACE[basic]: Plugin found and successfully loaded: one from ")
        .endsWith(" [ PluginVersion: 1.2.3 ]\n");
    assertThat(records.get(2))
        .startsWith(
            """
            SYCL_PI_TRACE[all]: Selected device: -> the first of 1 that match
            SYCL_PI_TRACE[all]:   platform: one
            SYCL_PI_TRACE[all]:   device: one/dev0\
            """);
    assertThat(Script.of("one").table()).isSameAs(ScriptedDriver.OWN_TABLE);
  }

  @Test
  void levelTwoTellsOfCallsWithoutPasswords() {
    List<String> records = records(Map.of("BACKPLANE_TRACE", "2", "SYCL_PI_TRACE", "1"));
    assertThat(count(records, "SYCL_PI_TRACE")).isZero();
    assertThat(count(records, " one/dev0 Registers.write32(0, 5) -> - [")).isEqualTo(1);
    assertThat(count(records, "Driver.configure({\"password\": \"***\"})")).isEqualTo(1);
    assertThat(count(records, "hunter2")).isZero();
    assertThat(records).allMatch(record -> record.endsWith("]\n"));
    assertThat(Script.of("one").table()).isNotSameAs(ScriptedDriver.OWN_TABLE);
  }

  @Test
  void minusOneTellsEverything() {
    List<String> records = records(Map.of("BACKPLANE_TRACE", "-1"));
    assertThat(count(records, "Plugin found and successfully loaded")).isEqualTo(1);
    assertThat(count(records, "Registers.write32(0, 5)")).isEqualTo(1);
    assertThat(count(records, "[-1]: one: looked nowhere")).isEqualTo(1);
    assertThat(count(records, "[-1]:   working folder: ")).isEqualTo(1);
    assertThat(count(records, "[-1]: Available device: one/dev0")).isEqualTo(1);
    assertThat(count(records, "[-1]: Candidate device: -> number 1 of 1")).isEqualTo(1);
  }

  @Test
  void aPluginThatFailsSaysWhyAtTheLowestLevel() {
    List<String> records = new CopyOnWriteArrayList<>();
    new Site(folder, Map.of("BACKPLANE_TRACE", "1"))
        .plugins(scripted("one", "{\"initialize\": \"throw\"}"))
        .traceTo(records::add)
        .open()
        .close();
    assertThat(count(records, "Plugin failed: one: BP3007 INITIALIZE_FAILED")).isEqualTo(1);
  }

  @Test
  void badValuesAreRefusedByTheNameOfTheirVariable() {
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> records(Map.of("SYCL_PI_TRACE", "loud"))))
        .hasMessageContaining("SYCL_PI_TRACE")
        .hasMessageContaining("loud");
    assertThat(
            refuses(
                ErrorCode.INVALID_ARGUMENT,
                () -> records(Map.of("BACKPLANE_TRACE", "x", "SYCL_PI_TRACE", "1"))))
        .hasMessageContaining("BACKPLANE_TRACE");
    assertThat(
            refuses(
                ErrorCode.FILE_UNREADABLE,
                () -> records(Map.of("BACKPLANE_TRACE_FILE", "none/there.json"))))
        .hasMessageContaining("BACKPLANE_TRACE_FILE")
        .hasMessageContaining("there.json");
  }

  @Test
  void theEnvironmentNamesFilesForTheTextAndTheTimeLine() throws IOException {
    Files.createDirectories(folder.resolve("work"));
    List<String> others =
        records(
            Map.of(
                "BACKPLANE_TRACE", "2",
                "BACKPLANE_TRACE_TO", "trace.txt",
                "BACKPLANE_TRACE_FILE", "time.json"));
    assertThat(others).isEmpty();
    assertThat(Files.readString(folder.resolve("work/trace.txt")))
        .contains(" one/dev0 Registers.write32(0, 5) -> - [");
    JsonNode events = JsonMapper.shared().readTree(folder.resolve("work/time.json").toFile());
    assertThat(events.valueStream().map(event -> event.get("name").asString()))
        .contains("Registers.write32", "opened");
    JsonNode track =
        events
            .valueStream()
            .filter(event -> event.at("/args/name").asString("").equals("unit 0"))
            .findFirst()
            .orElseThrow();
    JsonNode span =
        events
            .valueStream()
            .filter(event -> event.get("name").asString().equals("opened"))
            .findFirst()
            .orElseThrow();
    assertThat(span.get("tid")).isEqualTo(track.get("tid"));
    assertThat(span.get("pid")).isEqualTo(track.get("pid"));
  }
}
