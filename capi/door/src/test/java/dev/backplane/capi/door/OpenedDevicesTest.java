package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.clib.CxlLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that open nodes of /dev/cxl by themselves, with a library that is loaded before. */
@Timeout(600)
final class OpenedDevicesTest {
  private static final String IMAGE =
      Path.of("../../examples/crc32c/crc32c.xclbin").toAbsolutePath().toString();

  @TempDir Path folder;

  private static Map<String, String> environment() {
    Path devices = CxlLibrary.devices().orElse(null);
    Path library = CxlLibrary.file().orElse(null);
    assumeTrue(
        devices != null && library != null, "libcxl-devices.so.1 was not built: gcc was missing");
    return Map.of(
        "LD_PRELOAD", "" + devices, "LD_LIBRARY_PATH", "" + Path.of("" + library).getParent());
  }

  private Process start(ServedCard card, String... arguments) throws Exception {
    return CompiledProgram.alone(folder, "devices.c")
        .start(card.door().socket(), List.of(), environment(), arguments);
  }

  @Test
  void anAfuIsUsedByOpenIoctlMmapReadPollAndClose() throws Exception {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "registers have a pointer there");
    try (ServedCard card = new ServedCard(folder, "{}")) {
      assertThat(CompiledProgram.lines(start(card, "afu")))
          .containsExactly(
              "open: 1",
              "early map: 1",
              "start: 0",
              "again: EIO",
              "nowhere: EFAULT",
              "unknown: EINVAL",
              "element: 1, afu0.0 mode 2 flags 1",
              "register: 1",
              "few bytes: EINVAL",
              "event: 1 16 1 2, copied: 0",
              "no more: EAGAIN",
              "unmap: 0, close: 0",
              "closed: EBADF",
              "none: ENODEV",
              "others: 0");
      card.awaitContexts(0);
    }
  }

  @Test
  void theFlashOfACardIsWrittenThroughItsNode() throws Exception {
    try (ServedCard card = new ServedCard(folder, "{}", "power8\", \"platform\": \"powervm")) {
      assertThat(CompiledProgram.lines(start(card, "flash", IMAGE)))
          .containsExactly(
              "open: 0",
              "poll: 1 1",
              "reserved: EINVAL",
              "nowhere: EFAULT",
              "unknown: EINVAL",
              "no data: EFAULT",
              "too large: EINVAL",
              "read: EINVAL",
              "download: 0",
              "validate: 0",
              "close: 0",
              "new AFU: 0");
    }
  }

  @Test
  void aCardOfTheMachineItselfHasNoNode() throws Exception {
    try (ServedCard card = new ServedCard(folder, "{}")) {
      assertThat(CompiledProgram.lines(start(card, "flash", IMAGE))).contains("open: ENODEV");
    }
  }
}
