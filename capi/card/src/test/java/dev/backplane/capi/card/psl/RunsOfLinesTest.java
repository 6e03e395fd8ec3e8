package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on lines that follow one another, which are served together if their tags do too. */
final class RunsOfLinesTest {
  private static final int LINE = PslPort.LINE_BYTES;
  private static final long PAGE = 4096;
  private static final int PAGES = 6;
  private static final int LINES = (int) (PAGES * PAGE / LINE);
  private static final AddressSpace SELF = AddressSpace.OWN;
  private static final int NO_ACCESS = 0;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private record Command(PslCommand code, int process, int line, int bytes) {}

  /** Gives batches of commands, and keeps their answers. */
  private static final class BatchAfu implements CapiAfu, ContextListener {
    private final boolean isAscending;
    final List<String> seen = new ArrayList<>();
    private @Nullable PslPort psl;
    private long base;
    private int outstanding;

    BatchAfu(boolean isAscending) {
      this.isAscending = isAscending;
    }

    /** The tag of a command of a batch. */
    private int tag(int index) {
      return isAscending ? index : PslPort.TAGS - 1 - index;
    }

    void give(List<Command> batch, byte[] bytes) {
      PslPort port = Objects.requireNonNull(psl);
      for (int i = 0; i < batch.size(); i++) {
        Command each = batch.get(i);
        if (each.code().transfer() == PslCommand.Transfer.WRITE) {
          MemorySegment.copy(
              MemorySegment.ofArray(bytes), (long) i * LINE, port.line(tag(i)), 0, LINE);
        }
        outstanding++;
        port.command(
            tag(i), each.code(), each.process(), base + (long) each.line() * LINE, each.bytes());
      }
    }

    @Override
    public AfuDescriptor descriptor() {
      return AfuDescriptor.of(ProgrammingModel.DIRECTED, 1, 3, 0, 0);
    }

    @Override
    public long registerBytes() {
      return PAGE;
    }

    @Override
    public void connect(PslPort port) {
      psl = port;
    }

    @Override
    public void reset() {}

    @Override
    public void start(long workElementDescriptor) {
      base = workElementDescriptor;
    }

    @Override
    public long read(long offset, int bytes) {
      return 0;
    }

    @Override
    public void write(long offset, int bytes, long value) {}

    @Override
    public boolean advance() {
      return false;
    }

    @Override
    public void response(int tag, PslResponse response) {
      outstanding--;
      MemorySegment line = Objects.requireNonNull(psl).line(tag);
      int content = Arrays.hashCode(line.toArray(ValueLayout.JAVA_BYTE));
      seen.add("%d: %s %08x".formatted(tag(tag), response, content));
    }

    @Override
    public void interrupted(int number) {
      seen.add("interrupt " + number);
    }

    @Override
    public void faulted(long address, long dsisr) {
      seen.add("fault at %x, dsisr %016x".formatted(address - base, dsisr));
    }

    @Override
    public void notified() {
      seen.add("notified");
    }
  }

  /**
   * Runs of one command with now and then another one, a wrong one, or one of a wrong context; no
   * two on one line, as those would have no order.
   */
  private static List<Command> batch(Random random) {
    PslCommand[] codes = {
      PslCommand.READ_CL_NA, PslCommand.READ_PNA, PslCommand.WRITE_NA, PslCommand.WRITE_MI
    };
    List<Command> batch = new ArrayList<>();
    int size = 1 + random.nextInt(SoftPsl.CREDITS);
    int line = random.nextInt(LINES);
    PslCommand code = codes[random.nextInt(codes.length)];
    int process = random.nextInt(3);
    while (batch.size() < size && line < LINES) {
      switch (random.nextInt(40)) {
        case 0 -> line += random.nextInt(20);
        case 1 -> code = codes[random.nextInt(codes.length)];
        case 2 -> process = random.nextInt(4);
        case 3 -> batch.add(new Command(PslCommand.RESTART, process, 0, 0));
        case 4 -> batch.add(new Command(PslCommand.FLUSH, process, line++, LINE));
        default ->
            batch.add(new Command(code, process, line++, random.nextInt(30) == 0 ? 3 : LINE));
      }
    }
    return batch;
  }

  /** What happens to commands by a seed; and what memory is afterwards. */
  @SuppressWarnings("restricted")
  private static List<String> happens(long seed, boolean isAscending) {
    Random random = new Random(seed);
    BatchAfu afu = new BatchAfu(isAscending);
    NativeLibrary c = NativeLibrary.c();
    long base =
        WordCalls.call(c.function("mmap"), 0, PAGES * PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    try (Arena arena = Arena.ofShared();
        SoftPsl psl = new SoftPsl(afu, Dsisr.CAIA1)) {
      MemorySegment memory = MemorySegment.ofAddress(base).reinterpret(PAGES * PAGE, arena, null);
      byte[] content = new byte[(int) memory.byteSize()];
      random.nextBytes(content);
      memory.copyFrom(MemorySegment.ofArray(content));
      // Known, known as read-only, not known, not to be reached, not known, known.
      KnownMemory known = new KnownMemory();
      known.add(new KnownMemory.Region(base, memory.asSlice(0, PAGE)));
      known.add(new KnownMemory.Region(base + PAGE, memory.asSlice(PAGE, PAGE).asReadOnly()));
      known.add(new KnownMemory.Region(base + 5 * PAGE, memory.asSlice(5 * PAGE, PAGE)));
      WordCalls.call(c.function("mprotect"), base + 3 * PAGE, PAGE, NO_ACCESS);
      psl.reset();
      psl.start(base);
      psl.attach(new AttachedContext(0, 0, 0, SELF, known, 1, afu));
      psl.attach(new AttachedContext(1, 0, 0, SELF, new KnownMemory(), 1, afu));
      byte[] bytes = new byte[SoftPsl.CREDITS * LINE];
      for (int i = 0; i < 300; i++) {
        random.nextBytes(bytes);
        afu.give(batch(random), bytes);
        while (afu.outstanding > 0) {
          psl.serve();
        }
        for (int process = 0; process < 2; process++) {
          afu.give(List.of(new Command(PslCommand.RESTART, process, 0, 0)), bytes);
          psl.serve();
        }
      }
      afu.seen.add("memory " + contents(memory.asSlice(0, 3 * PAGE)));
      afu.seen.add("memory " + contents(memory.asSlice(4 * PAGE, 2 * PAGE)));
      return afu.seen;
    } finally {
      WordCalls.call(c.function("munmap"), base, PAGES * PAGE);
    }
  }

  private static int contents(MemorySegment memory) {
    return Arrays.hashCode(memory.toArray(ValueLayout.JAVA_BYTE));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void areAnsweredAsThoseWhoseTagsDoNotFollow(long seed) {
    List<String> together = happens(seed, true);
    assertThat(together).isEqualTo(happens(seed, false));
    assertThat(together.toString()).contains("AERROR", "FLUSHED", "FAILED", "CONTEXT", "fault at");
  }
}
