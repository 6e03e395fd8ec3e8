package dev.backplane.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.TraceLevel;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What traces show of a real OpenCL device. */
@Timeout(600)
final class OpenClTraceTest {
  private static final Image FILL =
      Image.source("fill.cl", "__kernel void fill(__global int *a) { a[0] = 5; }");

  @TempDir Path folder;

  @Test
  void callsAreBlocksAndWhatAQueueExecutedIsOnItsTrack() throws IOException {
    Path file = folder.resolve("time.json");
    List<String> records = new CopyOnWriteArrayList<>();
    try (Backplane backplane =
        Backplane.builder()
            .builtIn()
            .traceLevel(TraceLevel.parse("-1", "test"))
            .traceTo(records::add)
            .traceFile(file)
            .open()) {
      List<Token> tokens =
          backplane.enumerate(List.of()).stream()
              .filter(token -> token.plugin().equals("opencl"))
              .toList();
      assumeTrue(!tokens.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
      try (Device device = tokens.getFirst().open()) {
        fill(device);
      }
    }
    assertThat(records)
        .anyMatch(
            record ->
                record.startsWith("---> piEnqueueKernelLaunch(\n\tpi_queue : 0x")
                    && record.endsWith("\n\n")
                    && record.contains("\n) ---> \tpi_result : PI_SUCCESS\n"))
        .anyMatch(record -> record.contains("\n\t<const char *>: fill\n"))
        .anyMatch(record -> record.startsWith("SYCL_PI_TRACE[-1]: opencl: "));
    assertThat(Files.readString(file))
        .contains("\"args\":{\"name\":\"queue 1\"}")
        .contains("{\"name\":\"fill\",\"cat\":\"run\",\"ph\":\"X\"")
        .endsWith("\n]\n");
  }

  private static void fill(Device device) {
    Memory memory = device.facet(Memory.class);
    try (Program program = device.load(FILL);
        Buffer buffer = memory.allocate(64, memory.banks().getFirst().index());
        Queue queue = device.queue();
        Call call = program.kernel("fill").bind(buffer)) {
      queue.enqueue(call);
      queue.finish(Duration.ofSeconds(30));
      buffer.syncBack();
      assertThat(buffer.host().get(ValueLayout.JAVA_INT, 0)).isEqualTo(5);
    }
  }
}
