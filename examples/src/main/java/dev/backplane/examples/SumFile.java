package dev.backplane.examples;

import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.backplane.api.*;
import dev.backplane.api.capi.*;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.*;
import java.nio.file.*;
import java.time.Duration;
import java.util.Optional;

/**
 * Sums a file with the CRC-32C accelerator of {@code examples/crc32c}, which reads the memory of
 * this process.
 */
public final class SumFile {
  private static final Path CARDS = Path.of("examples/crc32c/backplane.json");
  private static final int LINE = 128;
  private static final int DONE = 0x40;
  private static final int SUM = 0x48;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(BIG_ENDIAN);

  private SumFile() {}

  /**
   * Prints the sum.
   *
   * @param arguments the file
   * @throws IOException if it cannot be read, or the accelerator does not end
   */
  public static void main(String... arguments) throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(arguments[0]));
    try (Backplane backplane = Backplane.open(CARDS);
        Arena arena = Arena.ofShared();
        Device afu = backplane.find(Filter.any().withDeviceType(DeviceType.FPGA)).open()) {
      MemorySegment source = arena.allocate(Math.max(LINE, bytes.length), LINE);
      MemorySegment.copy(bytes, 0, source, ValueLayout.JAVA_BYTE, 0, bytes.length);
      MemorySegment work = arena.allocate(LINE, LINE);
      work.set(LONG, 0, source.address());
      work.set(LONG, 8, bytes.length);
      // The pointer is enough: the accelerator finds the stream by what it points to.
      StartWork start = StartWork.of(work.address());
      try (Attachment attachment = afu.facet(Coherent.class).attach(start)) {
        await(attachment, work);
      }
      System.out.println("%08x".formatted(work.get(LONG, SUM)));
    }
  }

  private static void await(Attachment attachment, MemorySegment work) throws IOException {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (work.get(LONG, DONE) == 0) {
      Optional<CoherentEvent> failure = attachment.next(Duration.ofMillis(1));
      if (failure.isPresent() || System.nanoTime() > end) {
        throw new IOException(failure.map(String::valueOf).orElse("the accelerator does not end"));
      }
    }
  }
}
