package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.ffi.Futex;
import dev.backplane.ffi.MemoryFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that writes what it likes into its page harms itself alone. */
@Timeout(600)
final class RegisterPageTest {
  private static final int BYTES = 4096;
  private static final long SECRET = 0x0123456789abcdefL;
  private static final int EINVAL = 22;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  @TempDir Path folder;

  private final MemoryFile file = MemoryFile.create(BYTES).orElseThrow();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment page = file.map(BYTES, arena).orElseThrow();
  private final ConcurrentHashMap<Long, Long> values = new ConcurrentHashMap<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private int number;

  @AfterEach
  void close() {
    arena.close();
    file.close();
    assertThat(failures).isEmpty();
  }

  /** Registers that keep what is written, at any offset below a limit. */
  private final class Kept implements RegisterSpace {
    @Override
    public long size() {
      return BYTES;
    }

    @Override
    public int read32(long offset) {
      return (int) read64(offset);
    }

    @Override
    public void write32(long offset, int value) {
      write64(offset, Integer.toUnsignedLong(value));
    }

    @Override
    public long read64(long offset) {
      return values.getOrDefault(checked(offset), 0L);
    }

    @Override
    public void write64(long offset, long value) {
      values.put(checked(offset), value);
    }

    private static long checked(long offset) {
      if (offset < 0 || offset >= BYTES) {
        throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "no register").build();
      }
      return offset;
    }
  }

  private Optional<RegisterPage> serve(int descriptor) {
    return RegisterPage.of(
        ProcessHandle.current().pid(),
        descriptor,
        SECRET,
        new ServedRegisters(new Kept()),
        failures::add);
  }

  private RegisterPage served() {
    page.set(ValueLayout.JAVA_LONG, 256, SECRET);
    return serve(file.descriptor()).orElseThrow();
  }

  /** Asks as the library does, without looking; the error number of the answer. */
  private int ask(int isWrite, int width, long offset, long value) {
    page.set(ValueLayout.JAVA_INT, 4, isWrite);
    page.set(ValueLayout.JAVA_INT, 8, width);
    page.set(ValueLayout.JAVA_LONG, 16, offset);
    page.set(ValueLayout.JAVA_LONG, 24, value);
    number++;
    INT.setVolatile(page, 192L, 1);
    INT.setVolatile(page, 0L, number);
    if ((int) INT.getVolatile(page, 128L) != 0) {
      Futex.wake(page.address());
    }
    int answered = (int) INT.getVolatile(page, 64L);
    while (answered != number) {
      Futex.await(page.address() + 64, answered, Duration.ofSeconds(1));
      answered = (int) INT.getVolatile(page, 64L);
    }
    INT.setVolatile(page, 192L, 0);
    return page.get(ValueLayout.JAVA_INT, 68);
  }

  private long result() {
    return page.get(ValueLayout.JAVA_LONG, 72);
  }

  private static void awaitEnd() throws InterruptedException {
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("capi-registers"))) {
      Thread.sleep(5);
    }
  }

  @Test
  void registersAreReadAndWrittenInBothWidths() throws Exception {
    try (RegisterPage _ = served()) {
      assertThat(ask(1, 8, 16, -2)).isZero();
      assertThat(ask(0, 8, 16, 0)).isZero();
      assertThat(result()).isEqualTo(-2);
      assertThat(ask(0, 4, 16, 0)).isZero();
      assertThat(result()).isEqualTo(0xfffffffeL);
      assertThat(ask(1, 4, 24, -1)).isZero();
      assertThat(values).containsEntry(24L, 0xffffffffL);
    }
    awaitEnd();
  }

  @Test
  void refusesAccessesOutsideOfRegistersAndGoesOn() throws Exception {
    try (RegisterPage _ = served()) {
      for (int width : new int[] {0, 1, 2, 3, 16, -8, Integer.MIN_VALUE}) {
        assertThat(ask(0, width, 0, 0)).isEqualTo(EINVAL);
      }
      for (long offset : new long[] {-8, BYTES, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(ask(1, 8, offset, 0)).isEqualTo(ErrorCode.OUT_OF_RANGE.errno());
      }
      assertThat(ask(0, 8, 0, 0)).isZero();
    }
    awaitEnd();
  }

  @Test
  void anythingWrittenAtAnyTimeIsSurvivedAndThePageEnds() throws Exception {
    Random random = new Random(7);
    try (RegisterPage _ = served()) {
      for (int i = 0; i < 200_000; i++) {
        long at = 4L * random.nextInt(i % 2 == 0 ? 8 : BYTES / 4);
        INT.setVolatile(page, at, random.nextBoolean() ? random.nextInt() : random.nextInt(9));
      }
      // As one who takes the memory away, as far as that is possible.
      page.fill((byte) 0);
      number = 1000;
      assertThat(ask(1, 8, 8, 5)).isZero();
      assertThat(values).containsEntry(8L, 5L);
      INT.setVolatile(page, 128L, 0);
    }
    awaitEnd();
  }

  @Test
  void onlyMemoryWithTheSecretThatNobodyCanTakeAwayIsServed() throws Exception {
    List<String> wrong = new ArrayList<>();
    Path longFile = Files.write(folder.resolve("file"), new byte[2 * BYTES]);
    try (RandomAccessFile open = new RandomAccessFile(longFile.toFile(), "rw")) {
      assertThat(open.length()).isEqualTo(2 * BYTES);
      // The page itself is not there yet: its secret is not.
      try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
        for (Path each : all.toList()) {
          serve(Integer.parseInt(each.getFileName().toString()))
              .ifPresent(
                  served -> {
                    wrong.add(each.toString());
                    served.close();
                  });
        }
      }
    }
    try (MemoryFile small = MemoryFile.create(BYTES - 1).orElseThrow()) {
      assertThat(serve(small.descriptor())).isEmpty();
    }
    assertThat(serve(-1)).isEmpty();
    assertThat(serve(Integer.MAX_VALUE)).isEmpty();
    assertThat(wrong).isEmpty();
    served().close();
    awaitEnd();
  }

  @Test
  void pagesOfProcessesThatAreNotThereAreNotServed() throws IOException {
    ServedRegisters registers = new ServedRegisters(new Kept());
    assertThat(RegisterPage.of(Integer.MAX_VALUE, 3, SECRET, registers, failures::add)).isEmpty();
    assertThat(RegisterPage.of(-1, 3, SECRET, registers, failures::add)).isEmpty();
  }
}
