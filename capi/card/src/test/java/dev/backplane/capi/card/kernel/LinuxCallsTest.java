package dev.backplane.capi.card.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.ffi.Errno;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** System calls on files that every machine has. */
final class LinuxCallsTest {
  private static final int ENOTTY = 25;

  @TempDir Path folder;
  private final LinuxCalls calls = new LinuxCalls();

  private static int number(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(KernelError.class, call).number();
  }

  @Test
  void errorNumbersAreThoseOfTheSystem() throws Exception {
    assertThat(number(() -> calls.open(folder.resolve("nothing")))).isEqualTo(Errno.ENOENT);
    assertThat(number(() -> calls.attribute(folder.resolve("nothing")))).isEqualTo(Errno.ENOENT);
    Path file = Files.createFile(folder.resolve("file"));
    int opened = calls.open(file);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment argument = arena.allocate(64);
      for (CxlIoctl each : CxlIoctl.values()) {
        assertThat(number(() -> calls.ioctl(opened, each, argument))).isEqualTo(ENOTTY);
      }
      assertThat(number(() -> calls.map(opened, 0))).isEqualTo(KernelError.EINVAL);
    } finally {
      calls.close(opened);
    }
  }

  @Test
  void attributesAreReadAndWrittenWhole() throws Exception {
    Path file = folder.resolve("attribute");
    Files.write(file, new byte[10_000]);

    assertThat(calls.attribute(file)).hasSize(10_000);
    calls.attribute(file, "-1");
    assertThat(Files.readAllBytes(file)).startsWith('-', '1');
  }

  @Test
  void anEmptyPipeHasNothingToReadUntilItHas() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    int opened = calls.open(pipe);
    try (Arena arena = Arena.ofConfined();
        OutputStream writer = Files.newOutputStream(pipe)) {
      MemorySegment page = arena.allocate(4096);

      assertThat(calls.poll(opened, 1)).isZero();
      assertThat(number(() -> calls.read(opened, page))).isEqualTo(KernelError.EAGAIN);
      writer.write(new byte[16]);
      writer.flush();
      assertThat(calls.poll(opened, 60_000)).isEqualTo(KernelCalls.READABLE);
      assertThat(calls.read(opened, page)).isEqualTo(16);
    } finally {
      calls.close(opened);
    }
  }

  @Test
  void mappedRegistersAreTheFiles() throws Exception {
    Path file = folder.resolve("registers");
    Files.write(file, new byte[4096]);
    try (ContextFile opened = new ContextFile(calls, file, "afu0.0d");
        MappedRegisters registers = opened.map(4096)) {
      registers.write64(16, 0x0102_0304_0506_0708L);
      assertThat(Files.readAllBytes(file))
          .startsWith(new byte[16])
          .contains(1, 2, 3, 4, 5, 6, 7, 8);
      assertThat(registers.read32(20)).isEqualTo(0x0506_0708);
    }
  }

  @Test
  void registersWhoseDeviceIsGoneDoNotEndTheProcess() throws Exception {
    Path file = folder.resolve("registers");
    Files.write(file, new byte[4096]);
    try (ContextFile opened = new ContextFile(calls, file, "afu0.0d");
        MappedRegisters registers = opened.map(4096)) {
      try (RandomAccessFile device = new RandomAccessFile(file.toFile(), "rw")) {
        device.setLength(0);
      }
      assertThat(catchThrowableOfType(BackplaneException.class, () -> registers.read64(0)).code())
          .isEqualTo(ErrorCode.DEVICE_FAULTED);
    }
  }
}
