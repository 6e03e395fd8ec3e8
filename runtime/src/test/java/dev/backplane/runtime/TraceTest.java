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
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            "one/dev0 Device.load(any (4 bytes)) Program",
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
}
