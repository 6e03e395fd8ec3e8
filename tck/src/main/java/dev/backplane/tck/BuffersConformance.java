package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What buffers can do besides being filled and synced. */
public abstract class BuffersConformance extends Conformance {
  private static final int BYTES = 8192;

  /** A conformance class. */
  protected BuffersConformance() {}

  @Test
  void hostPagesAreReadAndWrittenAnywhere() {
    Buffer buffer = buffer(memory());
    byte[] back = new byte[3];

    buffer.write(BYTES - 3, MemorySegment.ofArray(new byte[] {1, 2, 3}));
    buffer.read(BYTES - 3, MemorySegment.ofArray(back));

    assertThat(back).containsExactly(1, 2, 3);
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.write(BYTES - 2, MemorySegment.ofArray(back)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.read(-1, MemorySegment.ofArray(back)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.readable(0, Long.MAX_VALUE));
  }

  @Test
  void whatIsKnownOfABufferIsWhatItSays() {
    Buffer buffer = buffer(memory());

    assertThat(buffer.info().size()).isEqualTo(BYTES);
    assertThat(buffer.info().address()).isEqualTo(buffer.address());
    assertThat(buffer.info().bank()).isEqualTo(buffer.bank());
    assertThat(buffer.info().flags()).isEqualTo(buffer.flags());
  }

  @Test
  void aRequestWithoutFlagsIsAPlainBuffer() {
    Memory memory = memory();
    Buffer plain = bench().keep(memory.allocate(BufferRequest.of(BYTES, bank(memory))));

    assertThat(plain.size()).isEqualTo(BYTES);
    assertThat(plain.flags()).isEqualTo(buffer(memory).flags());
  }

  @Test
  void aHostOnlyBufferNeedsNoSync() {
    Memory memory = memory();
    BufferRequest request = BufferRequest.of(BYTES, bank(memory)).with(BufferFlag.HOST_ONLY);
    needs(BufferAbility.FLAGS, () -> memory.allocate(request));
    Buffer buffer = bench().keep(memory.allocate(request));

    assertThat(buffer.flags()).contains(BufferFlag.HOST_ONLY);
    assertThat(buffer.write(7).syncBack().read(new int[1])).containsExactly(7);
  }

  @Test
  void memoryOfTheProgramIsTheHostsCopy() {
    Memory memory = memory();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment pages = arena.allocate(BYTES, 4096);
      needs(BufferAbility.USER_MEMORY, () -> memory.wrap(pages, bank(memory)));
      Buffer buffer = memory.wrap(pages, bank(memory));

      assertThat(buffer.host()).isEqualTo(pages);
      buffer.write(5).sync();
      assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
      buffer.close();
      assertThat(pages.scope().isAlive()).isTrue();
      refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.wrap(pages.asSlice(16), bank(memory)));
    }
  }

  @Test
  void aPartIsTheSameMemory() {
    Memory memory = memory();
    Buffer whole = buffer(memory);
    needs(BufferAbility.SLICES, () -> whole.slice(4096, 16));
    Buffer part = bench().keep(whole.slice(4096, 16));
    whole.write(4096, MemorySegment.ofArray(new byte[] {4})).sync();

    assertThat(part.size()).isEqualTo(16);
    if (!bench().subject().lacks(Gap.ADDRESSES)) {
      assertThat(part.address()).isEqualTo(whole.address() + 4096);
    }
    assertThat(part.syncBack().read(new byte[1])).containsExactly(4);
  }

  @Test
  void aPartOutlivesTheWhole() {
    Memory memory = memory();
    Buffer whole = memory.allocate(BYTES, bank(memory));
    needs(BufferAbility.SLICES, () -> whole.slice(0, 16));
    Buffer part = bench().keep(whole.slice(0, 16));
    whole.close();

    assertThat(part.write(3).sync().syncBack().read(new int[1])).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, -1", "0, 8193", "8192, 1", "9223372036854775807, 1"})
  void aPartOutsideOfTheWholeIsOutOfRange(long offset, long bytes) {
    Buffer whole = buffer(memory());
    needs(BufferAbility.SLICES, () -> whole.slice(offset, bytes));

    refuses(ErrorCode.OUT_OF_RANGE, () -> whole.slice(offset, bytes));
  }

  @Test
  void aCopyOnTheDeviceMovesItsRangeAndNoMore() {
    Memory memory = memory();
    Buffer from = buffer(memory).write(1, 2, 3, 4).sync();
    Buffer to = buffer(memory).write(9, 9, 9, 9).sync();
    needs(BufferAbility.COPIES, () -> to.copyFrom(from, 0, 0, 4));
    bench().needs(Gap.NUMBERS);

    to.copyFrom(from, 4, 8, 4);

    assertThat(to.syncBack().read(new int[4])).containsExactly(9, 9, 2, 9);
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, BYTES, 0, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, 0, -1, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, 0, 0, Long.MAX_VALUE));
  }

  @Test
  void whatIsExportedIsImportedAsTheSameMemory() {
    Memory memory = memory();
    Buffer exported = buffer(memory).write(6).sync();
    needs(BufferAbility.SHARING, exported::export);
    SharedMemory shared = SharedMemory.parse(exported.export().toString());
    Buffer imported = bench().keep(memory.importShared(shared, bank(memory)));

    assertThat(imported.size()).isEqualTo(BYTES);
    assertThat(imported.syncBack().read(new int[1])).containsExactly(6);
    imported.write(8).sync();
    assertThat(exported.syncBack().read(new int[1])).containsExactly(8);
  }

  @Test
  void figuresOfUseFollowTheBuffers() {
    Memory memory = memory();
    needs(BufferAbility.USAGE, memory::usage);
    MemoryUsage.OfBank before = memory.usage().banks().getFirst();
    try (Buffer buffer = memory.allocate(BYTES, bank(memory))) {
      MemoryUsage.OfBank during = memory.usage().banks().getFirst();

      assertThat(during.used()).isEqualTo(before.used() + buffer.size());
      assertThat(during.buffers()).isEqualTo(before.buffers() + 1);
      assertThat(during.free()).isLessThan(before.free());
    }
    assertThat(memory.usage().banks().getFirst()).isEqualTo(before);
  }

  /** Goes on if buffers can do it; what was declared absent must be refused. */
  private void needs(BufferAbility ability, ThrowingCallable use) {
    if (bench().subject().lacks(ability)) {
      refuses(ErrorCode.NOT_SUPPORTED, use);
      abort("declared absent: " + ability);
    }
  }

  private Memory memory() {
    DriverDevice device = bench().open();
    Memory memory = bench().facet(device, Memory.class);
    bench().prepare(device);
    return memory;
  }

  private Buffer buffer(Memory memory) {
    return bench().keep(memory.allocate(BYTES, bank(memory)));
  }

  private static int bank(Memory memory) {
    return memory.banks().getFirst().index();
  }
}
