package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.DeviceMemory;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access by device address. */
@Needs({DeviceMemory.class, Memory.class})
public abstract class DeviceMemoryConformance extends Conformance {
  private static final int BYTES = 8192;

  /** A conformance class. */
  protected DeviceMemoryConformance() {}

  @Test
  void readsBackBytesWrittenToAClaimedRange() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);

    memory.write(base + 5, MemorySegment.ofArray(new byte[] {1, 2, 3}));

    assertThat(read(memory, base + 4, 5)).containsExactly(0, 1, 2, 3, 0);
  }

  @Test
  void rangesMayTouch() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);
    memory.claim(base + BYTES, BYTES);

    memory.write(base + BYTES, MemorySegment.ofArray(new byte[] {7}));

    assertThat(read(memory, base + BYTES, 1)).containsExactly(7);
    assertThat(read(memory, base + BYTES - 1, 1)).containsExactly(0);
  }

  @Test
  void aRangeIsTakenUntilItIsReleased() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);

    refuses(ErrorCode.IN_USE, () -> memory.claim(base, BYTES));
    refuses(ErrorCode.IN_USE, () -> memory.claim(base + BYTES - 1, BYTES));
    memory.release(base);
    memory.claim(base, BYTES);
  }

  @Test
  void aBufferIsNotMadeWhereARangeIsClaimed() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);
    Buffer buffer = buffer(device);

    assertThat(buffer.address()).isGreaterThanOrEqualTo(base + BYTES);
    refuses(ErrorCode.IN_USE, () -> memory.claim(buffer.address(), 16));
  }

  @Test
  void theDeviceSideOfABufferIsReached() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    Buffer buffer = buffer(device);

    memory.write(buffer.address() + 8, MemorySegment.ofArray(new byte[] {9}));
    buffer.syncBack(0, 16);

    assertThat(buffer.host().get(java.lang.foreign.ValueLayout.JAVA_BYTE, 8)).isEqualTo((byte) 9);
  }

  @Test
  void memoryThatIsNotThereIsAnAddressFault() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);

    refuses(ErrorCode.ADDRESS_FAULT, () -> read(memory, base + BYTES, 1));
    refuses(ErrorCode.ADDRESS_FAULT, () -> read(memory, base + BYTES - 1, 2));
    refuses(
        ErrorCode.ADDRESS_FAULT,
        () -> memory.write(base + BYTES - 1, MemorySegment.ofArray(new byte[2])));
    memory.release(base);
    refuses(ErrorCode.ADDRESS_FAULT, () -> read(memory, base, 1));
  }

  @Test
  void aRangeThatNoBankHoldsIsOutOfRange() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);

    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.claim(base(device), Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aRangeNeedsASize(long bytes) {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    var error =
        catchThrowableOfType(BackplaneException.class, () -> memory.claim(base(device), bytes));

    // To a driver it is a range in no bank; the manager knows it for no range at all.
    assertThat(error.code()).isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.OUT_OF_RANGE);
  }

  @Test
  void aRangeAcrossTheEndOfABankIsOutOfRange() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    Bank bank = rig().facet(device, Memory.class).banks().getLast();

    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.claim(bank.address() + bank.size() - 1, 2));
    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.claim(bank.address() + bank.size(), 1));
  }

  @Test
  void onlyTheStartOfAnOwnRangeIsReleased() {
    DriverDevice device = prepared();
    DeviceMemory memory = rig().facet(device, DeviceMemory.class);
    long base = base(device);
    memory.claim(base, BYTES);

    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.release(base + 1));
    memory.release(base);
    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.release(base));
  }

  @Test
  void rangesAreReleasedWhenTheirHolderLeaves() throws Exception {
    String key = rig().resources().getFirst().key();
    DriverDevice leaving = rig().open(key, OpenMode.SHARED);
    DriverDevice staying = rig().open(key, OpenMode.SHARED);
    rig().prepare(staying);
    DeviceMemory memory = rig().facet(staying, DeviceMemory.class);
    long base = base(staying);
    rig().facet(leaving, DeviceMemory.class).claim(base, BYTES);
    refuses(ErrorCode.IN_USE, () -> memory.claim(base, BYTES));
    refuses(ErrorCode.OUT_OF_RANGE, () -> memory.release(base));

    rig().close(leaving);

    memory.claim(base, BYTES);
  }

  private DriverDevice prepared() {
    DriverDevice device = rig().open();
    rig().facet(device, DeviceMemory.class);
    rig().prepare(device);
    return device;
  }

  private Buffer buffer(DriverDevice device) {
    Memory memory = rig().facet(device, Memory.class);
    return rig().keep(memory.allocate(16, memory.banks().getFirst().index()));
  }

  private long base(DriverDevice device) {
    return rig().facet(device, Memory.class).banks().getFirst().address();
  }

  private static byte[] read(DeviceMemory memory, long address, int bytes) {
    byte[] content = new byte[bytes];
    memory.read(address, MemorySegment.ofArray(content));
    return content;
  }
}
