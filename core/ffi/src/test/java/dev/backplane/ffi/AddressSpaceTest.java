package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Address spaces of processes that end, execute other programs, or are not there. */
final class AddressSpaceTest {
  private static final int ESRCH = 3;
  private static final int EFAULT = 14;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment local = arena.allocate(512, 8);
  private final ScatteredCopy copy = new ScatteredCopy(4);
  private final List<Process> programs = new ArrayList<>();

  /** A range of addresses, and whether it may be read and written. */
  private record Range(long begin, long end, boolean readable, boolean writable) {}

  @AfterEach
  void giveBack() {
    programs.forEach(Process::destroyForcibly);
    copy.close();
    arena.close();
  }

  private Process start(String... command) throws IOException {
    Process program = new ProcessBuilder(command).start();
    programs.add(program);
    return program;
  }

  private static AddressSpace hold(Process program) {
    return ((AddressSpace.Held) AddressSpace.of(program.pid())).space();
  }

  private static List<Range> ranges(Process program) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + program.pid() + "/maps")).stream()
        .map(line -> line.replaceFirst("-", " ").split(" ", 4))
        .map(
            parts ->
                new Range(
                    Long.parseUnsignedLong(parts[0], 16),
                    Long.parseUnsignedLong(parts[1], 16),
                    parts[2].charAt(0) == 'r',
                    parts[2].charAt(1) == 'w'))
        .filter(range -> range.begin > 0)
        .toList();
  }

  private static Range writable(Process program) throws IOException {
    return ranges(program).stream().filter(Range::writable).findFirst().orElseThrow();
  }

  /**
   * A shell that waits for a line, and whose program is not the one that started it any more. It
   * sleeps, so that it writes nothing into its memory itself.
   */
  private Process shell(String script) throws IOException {
    Process program = start("sh", "-c", "echo there; " + script);
    assertThat(program.inputReader().readLine()).isEqualTo("there");
    Path state = Path.of("/proc/" + program.pid() + "/stat");
    while (!Files.readString(state).contains(") S ")) {
      Thread.onSpinWait();
    }
    return program;
  }

  private static byte[] bytes(Process program, long address, int count) throws IOException {
    try (RandomAccessFile memory = new RandomAccessFile("/proc/" + program.pid() + "/mem", "r")) {
      byte[] bytes = new byte[count];
      memory.seek(address);
      memory.readFully(bytes);
      return bytes;
    }
  }

  @Test
  void memoryOfAnotherProcessIsReadAndWrittenInPieces() throws IOException {
    Process program = shell("read x");
    long at = writable(program).begin();
    try (AddressSpace space = hold(program)) {
      for (int i = 0; i < 3; i++) {
        local.set(ValueLayout.JAVA_LONG, 8L * i, 0x0101_0101_0101_0101L * (i + 1));
        copy.add(local.address() + 8L * i, at + (i < 2 ? 8L * i : 64), 8);
      }
      assertThat(copy.write(space, 0)).isEqualTo(3);
      assertThat(copy.error().number()).isZero();
      assertThat(bytes(program, at, 16)).startsWith(1, 1).endsWith(2, 2);
      assertThat(bytes(program, at + 64, 8)).containsOnly(3);
      local.fill((byte) 0);
      assertThat(copy.read(space, 1)).isEqualTo(2);
      assertThat(local.get(ValueLayout.JAVA_LONG, 0)).isZero();
      assertThat(local.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(0x0303_0303_0303_0303L);
    }
  }

  @Test
  void faultsOnMemoryWithoutPermissionEvenIfTheSystemFileWouldTakeIt() throws IOException {
    Process program = shell("read x");
    Range constant =
        ranges(program).stream().filter(each -> each.readable && !each.writable).findFirst().get();
    byte[] before = bytes(program, constant.begin(), 64);
    Range last = writable(program);
    try (AddressSpace space = hold(program)) {
      copy.add(local.address(), last.begin(), 8);
      copy.add(local.address() + 8, constant.begin(), 64);
      copy.add(local.address() + 72, last.begin(), 8);
      assertThat(copy.write(space, 0)).isEqualTo(1);
      assertThat(copy.error().number()).isEqualTo(EFAULT);
      assertThat(copy.write(space, 1)).isZero();
      assertThat(copy.write(space, 2)).isEqualTo(1);
      assertThat(copy.read(space, 0)).isEqualTo(3);
      copy.clear();
      copy.add(local.address(), 4096, 8);
      assertThat(copy.read(space, 0)).isZero();
      assertThat(copy.error().number()).isEqualTo(EFAULT);
      copy.clear();
      copy.add(local.address(), -4096, 8);
      assertThat(copy.read(space, 0)).isZero();
    }
    assertThat(bytes(program, constant.begin(), 64)).isEqualTo(before);
  }

  @Test
  void aProcessThatExecutesAnotherProgramIsGoneForThoseWhoHoldTheFirst() throws Exception {
    Process program = shell("read x; exec sh -c 'echo other; read y; echo done'");
    try (AddressSpace space = hold(program)) {
      List<Range> first = ranges(program);
      program.outputWriter().append("go\n").flush();
      assertThat(program.inputReader().readLine()).isEqualTo("other");
      for (List<Range> each : List.of(first, ranges(program))) {
        for (Range range : each) {
          copy.clear();
          copy.add(local.address(), range.begin(), 8);
          assertThat(copy.read(space, 0)).isZero();
          assertThat(copy.error().number()).isEqualTo(ESRCH);
          assertThat(copy.write(space, 0)).isZero();
        }
      }
    }
    program.outputWriter().append("go\n").flush();
    assertThat(program.inputReader().readLine()).isEqualTo("done");
  }

  @Test
  void aProcessThatHasEndedIsGoneWhoeverHasItsNumber() throws Exception {
    Process program = shell("read x");
    long at = writable(program).begin();
    try (AddressSpace space = hold(program)) {
      program.destroyForcibly().waitFor();
      copy.add(local.address(), at, 8);
      assertThat(copy.read(space, 0)).isZero();
      assertThat(copy.error().number()).isEqualTo(ESRCH);
      assertThat(copy.write(space, 0)).isZero();
    }
  }

  @Test
  void aProcessThatIsNotThereIsAnAnswer() {
    assertThat(AddressSpace.of(Integer.MAX_VALUE))
        .isInstanceOfSatisfying(
            AddressSpace.Refused.class,
            refused -> assertThat(refused.error().number()).isEqualTo(2));
  }

  @Test
  void theTextOfTheKernelSaysTheSameAsItsAnswers() throws IOException {
    Process program = shell("read x");
    MemorySegment open = NativeLibrary.c().function("open");
    String maps = "/proc/" + program.pid() + "/maps";
    MemorySegment path = arena.allocateFrom(maps, StandardCharsets.UTF_8);
    try (MappedRanges asked = new MappedRanges((int) WordCalls.call(open, path.address(), 0));
        MappedRanges read =
            new MappedRanges((int) WordCalls.call(open, path.address(), 0)).byText()) {
      for (Range range : ranges(program)) {
        for (MappedRanges each : List.of(asked, read)) {
          each.forget();
          assertThat(each.accessible(false, range.begin(), 8)).isEqualTo(range.readable ? 8 : 0);
          assertThat(each.accessible(true, range.begin(), 8)).isEqualTo(range.writable ? 8 : 0);
        }
        for (long length : new long[] {4096, 16 << 20}) {
          asked.forget();
          read.forget();
          assertThat(asked.accessible(false, range.end() - 4096, length))
              .isEqualTo(read.accessible(false, range.end() - 4096, length));
        }
      }
    }
  }
}
