package dev.backplane.capi.card.psl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.memory.KnownMemory;
import dev.backplane.capi.card.memory.OwnAgent;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random commands, beside an array of bytes that is changed as each of them says. */
final class SoftPslSoakTest {
  private static final int LINE = PslPort.LINE_BYTES;
  private static final int LINES = 64;
  private static final AddressSpace SELF = AddressSpace.OWN;

  /** Gives a batch of commands, of which no two are on one line. */
  private static final class RandomAfu implements CapiAfu {
    private final Random random;
    private final byte[] model;
    private final int[] lineOfTag = new int[PslPort.TAGS];
    private final boolean[] reads = new boolean[PslPort.TAGS];

    /** Of a translation: how many bytes its DMA writes, or -8 for an atomic; and where. */
    private final int[] sizes = new int[PslPort.TAGS];

    private final int[] places = new int[PslPort.TAGS];

    private final MemorySegment block = MemorySegment.ofArray(new byte[DmaRequest.MOST_BYTES]);
    private @Nullable PslPort psl;
    private long base;
    private int outstanding;
    private int answers;
    private boolean ends;

    RandomAfu(long seed, byte[] model) {
      random = new Random(seed);
      this.model = model;
    }

    private PslPort port() {
      return Objects.requireNonNull(psl);
    }

    @Override
    public AfuDescriptor descriptor() {
      return AfuDescriptor.of(ProgrammingModel.DEDICATED, 1, 1, 0, 0);
    }

    @Override
    public long registerBytes() {
      return 4096;
    }

    @Override
    public void connect(PslPort port) {
      psl = port;
    }

    @Override
    public void reset() {
      outstanding = 0;
    }

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
      if (ends || outstanding > 0) {
        return false;
      }
      int first = random.nextInt(LINES);
      int firstTag = random.nextInt(PslPort.TAGS);
      // Runs of lines and tags with gaps, so that some are joined and others are not.
      int count = 1 + random.nextInt(Math.min(LINES, port().credits()));
      for (int i = 0; i < count; i++) {
        give((firstTag + i) % PslPort.TAGS, (first + i) % LINES);
      }
      return true;
    }

    private void give(int tag, int line) {
      int size = random.nextInt(3) > 0 ? LINE : 1 << random.nextInt(8);
      int offset = random.nextInt(LINE / size) * size;
      int kind = random.nextInt(OwnAgent.get().isPresent() ? 15 : 14);
      outstanding++;
      lineOfTag[tag] = line;
      reads[tag] = kind < 6;
      sizes[tag] = 0;
      long address = base + (long) line * LINE + offset;
      if (kind > 12) {
        sizes[tag] = kind == 13 ? size : -8;
        places[tag] = line * LINE + (kind == 13 ? offset : offset & -8);
        port().command(tag, PslCommand.XLAT_WR, 0, base + places[tag], 0);
        return;
      }
      if (reads[tag]) {
        port().command(tag, PslCommand.READ_PNA, 0, address, size);
      } else if (kind == 6) {
        Arrays.fill(model, line * LINE, (line + 1) * LINE, (byte) 0);
        port().command(tag, PslCommand.ZERO_M, 0, base + (long) line * LINE, LINE);
      } else {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        System.arraycopy(bytes, 0, model, line * LINE + offset, size);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, port().line(tag), offset, size);
        port().command(tag, PslCommand.WRITE_MI, 0, address, size);
      }
    }

    /** Writes random bytes by DMA to some place of the line. */
    private void writeByDma(int tag) {
      byte[] bytes = new byte[sizes[tag]];
      random.nextBytes(bytes);
      block.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      int at = places[tag];
      System.arraycopy(bytes, 0, model, at, bytes.length);
      assertThat(port().dma(DmaRequest.write(port().itag(tag), bytes.length), block))
          .isEqualTo(DmaStatus.DONE);
    }

    /** Adds to a number by DMA. */
    private void addByDma(int tag) {
      MemorySegment all = MemorySegment.ofArray(model);
      int at = places[tag];
      long before = DmaRequest.number(all, at, 8, ByteOrder.BIG_ENDIAN);
      long operand = random.nextLong();
      DmaRequest.put(operand, block, at & 8, 8, ByteOrder.BIG_ENDIAN);
      DmaRequest request =
          DmaRequest.atomic(port().itag(tag), AtomicOperation.FETCH_ADD, 8, ByteOrder.BIG_ENDIAN);
      assertThat(port().dma(request, block)).isEqualTo(DmaStatus.DONE);
      assertThat(DmaRequest.number(block, at & 8, 8, ByteOrder.BIG_ENDIAN)).isEqualTo(before);
      DmaRequest.put(before + operand, all, at, 8, ByteOrder.BIG_ENDIAN);
    }

    @Override
    public void response(int tag, PslResponse response) {
      outstanding--;
      answers++;
      assertThat(response).isEqualTo(PslResponse.DONE);
      if (sizes[tag] > 0) {
        writeByDma(tag);
      } else if (sizes[tag] < 0) {
        addByDma(tag);
      }
      if (reads[tag]) {
        MemorySegment wanted =
            MemorySegment.ofArray(model).asSlice((long) lineOfTag[tag] * LINE, LINE);
        assertThat(port().line(tag).mismatch(wanted)).isEqualTo(-1);
      }
    }
  }

  private static final class Quiet implements ContextListener {
    @Override
    public void interrupted(int number) {
      throw new AssertionError("an interrupt");
    }

    @Override
    public void faulted(long address, long dsisr) {
      throw new AssertionError("a fault at " + address);
    }

    @Override
    public void notified() {
      throw new AssertionError("a notification");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void memoryIsWhatThePlainModelIs(long seed) {
    byte[] model = new byte[LINES * LINE];
    RandomAfu afu = new RandomAfu(seed, model);
    Faults faults = seed % 2 == 0 ? new Faults(seed, 0, 30, 30) : Faults.NONE;
    KnownMemory known = new KnownMemory();
    try (Arena arena = Arena.ofShared();
        SoftPsl psl = new SoftPsl(afu, Dsisr.CAIA2, faults)) {
      MemorySegment memory = arena.allocate(model.length, 4096);
      if (seed % 3 > 0) {
        // Half is known, so that runs cross its edges; or all.
        MemorySegment part = memory.asSlice(0, model.length * (seed % 3) / 2);
        known.add(new KnownMemory.Region(part.address(), part));
      }
      psl.reset();
      psl.attach(new AttachedContext(0, memory.address(), 0, SELF, known, 1, new Quiet()));
      psl.start(memory.address());
      while (afu.answers < 100_000) {
        psl.advance();
      }
      afu.ends = true;
      while (afu.outstanding > 0) {
        psl.advance();
      }
      assertThat(memory.mismatch(MemorySegment.ofArray(model))).isEqualTo(-1);
    }
  }
}
