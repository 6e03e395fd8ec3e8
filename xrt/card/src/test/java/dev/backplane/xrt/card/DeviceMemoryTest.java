package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.xrt.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A bank of 16 pages: places, gaps and what is said when it is full. */
final class DeviceMemoryTest {
  private static final long BASE = 0x10000;
  private static final long PAGE = 4096;

  private final TestCard card =
      new TestCard("{\"banks\": [{\"name\": \"tiny\", \"address\": 65536, \"size\": 65536}]}");
  private final Memory memory = card.facet(Memory.class);

  @AfterEach
  void close() {
    card.close();
  }

  @Test
  void buffersStartAtPagesWithAFreePageBetween() {
    assertThat(memory.allocate(1, 0).address()).isEqualTo(BASE);
    assertThat(memory.allocate(PAGE, 0).address()).isEqualTo(BASE + 2 * PAGE);
    assertThat(memory.allocate(PAGE + 1, 0).address()).isEqualTo(BASE + 4 * PAGE);
    assertThat(memory.allocate(1, 0).address()).isEqualTo(BASE + 7 * PAGE);
  }

  @Test
  void theFirstHoleThatFitsIsTaken() {
    List<Buffer> buffers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      buffers.add(memory.allocate(PAGE, 0));
    }
    buffers.get(1).close();

    assertThat(memory.allocate(2 * PAGE, 0).address()).isEqualTo(BASE + 8 * PAGE);
    assertThat(memory.allocate(PAGE, 0).address()).isEqualTo(BASE + 2 * PAGE);
  }

  @Test
  void neighbouringHolesAreOne() {
    Buffer first = memory.allocate(PAGE, 0);
    Buffer second = memory.allocate(PAGE, 0);
    Buffer third = memory.allocate(PAGE, 0);
    second.close();
    first.close();

    assertThat(memory.allocate(3 * PAGE, 0).address()).isEqualTo(BASE);
    assertThat(third.address()).isEqualTo(BASE + 4 * PAGE);
  }

  @Test
  void aClaimedRangeIsAFileByWhichOthersSeeIt() throws Exception {
    DeviceMemory addresses = card.facet(DeviceMemory.class);
    addresses.claim(BASE, PAGE);
    addresses.write(BASE, MemorySegment.ofArray(new byte[] {1, 2, 3}));
    SharedMemory name = addresses.share(BASE);
    Path path = Path.of("/proc", "" + name.process(), "fd", "" + name.descriptor());
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      assertThat(file.write(ByteBuffer.wrap(new byte[] {9}), 1)).isEqualTo(1);
    }
    byte[] seen = new byte[3];
    addresses.read(BASE, MemorySegment.ofArray(seen));

    assertThat(seen).containsExactly(1, 9, 3);
    refuses(ErrorCode.OUT_OF_RANGE, () -> addresses.share(BASE + PAGE));
  }

  @Test
  void theWholeBankIsOneBuffer() {
    assertThat(memory.allocate(16 * PAGE, 0).address()).isEqualTo(BASE);
  }

  @Test
  void aFullBankNamesItsSizeWhatIsFreeAndTheLargestHole() {
    memory.allocate(4 * PAGE, 0);
    Buffer middle = memory.allocate(4 * PAGE, 0);
    memory.allocate(4 * PAGE, 0);
    middle.close();
    var error = refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory.allocate(5 * PAGE, 0));

    // Free are the middle's four pages and one behind the guard of the third.
    assertThat(error.problem())
        .isEqualTo(
            "bank tiny of 65536 bytes has no room for 20480: 20480 are free, 16384 in one piece;"
                + " holder 1 has 2 buffers of 32768 bytes");
  }

  @Test
  void aSecondCloseDoesNothingAndEveryOtherUseAfterItIsAnError() {
    Buffer buffer = memory.allocate(10, 0);
    buffer.close();
    buffer.close();

    refuses(ErrorCode.CLOSED, buffer::sync);
    refuses(ErrorCode.CLOSED, buffer::syncBack);
  }

  @Test
  void memoryOfAClosedDeviceIsGone() {
    Buffer buffer = memory.allocate(10, 0);
    MemorySegment host = buffer.host();
    card.closeDevice();

    refuses(ErrorCode.CLOSED, buffer::sync);
    buffer.close();
    refuses(ErrorCode.CLOSED, () -> memory.allocate(10, 0));
    assertThat(host.scope().isAlive()).isFalse();
    refuses(ErrorCode.CLOSED, buffer::host);
  }
}
