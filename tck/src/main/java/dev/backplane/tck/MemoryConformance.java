package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Banks and buffers. */
public abstract class MemoryConformance extends Conformance {
  private static final int BYTES = 10_000;

  /** A conformance class. */
  protected MemoryConformance() {}

  @Test
  void banksHaveAPlaceOfTheirOwn() {
    List<Bank> banks = memory().banks();

    assertThat(banks).isNotEmpty();
    assertThat(banks).extracting(Bank::index).doesNotHaveDuplicates();
    assertThat(banks).allSatisfy(bank -> assertThat(bank.size()).isPositive());
    for (Bank one : banks) {
      for (Bank other : banks) {
        if (one.index() != other.index()) {
          assertThat(overlap(one.address(), one.size(), other.address(), other.size()))
              .as("%s and %s overlap", one, other)
              .isFalse();
        }
      }
    }
  }

  @Test
  void aBufferLiesInItsBankAndIsZero() {
    bench().needs(Gap.NUMBERS);
    Memory memory = memory();
    for (Bank bank : memory.banks()) {
      Buffer buffer = bench().keep(memory.allocate(BYTES, bank.index()));

      assertThat(buffer.size()).isEqualTo(BYTES);
      assertThat(buffer.host().byteSize()).isEqualTo(BYTES);
      assertThat(buffer.bank()).isEqualTo(bank);
      if (bench().subject().lacks(Gap.ADDRESSES)) {
        assertThat(buffer.address()).isEqualTo(Buffer.NO_ADDRESS);
      } else {
        assertThat(buffer.address()).isGreaterThanOrEqualTo(bank.address());
        assertThat(buffer.address() + BYTES).isLessThanOrEqualTo(bank.address() + bank.size());
      }
      assertThat(buffer.read(new byte[BYTES])).containsOnly(0);
      assertThat(buffer.syncBack().read(new byte[BYTES])).containsOnly(0);
    }
  }

  @Test
  void buffersDoNotOverlap() {
    bench().needs(Gap.NUMBERS);
    bench().needs(Gap.ADDRESSES);
    Memory memory = memory();
    List<Buffer> buffers = new ArrayList<>();
    for (int size : new int[] {1, 4096, 4097, 63, 65_536, 1}) {
      buffers.add(bench().keep(memory.allocate(size, bank(memory))));
    }
    for (int i = 0; i < buffers.size(); i++) {
      for (int j = 0; j < i; j++) {
        Buffer one = buffers.get(i);
        Buffer other = buffers.get(j);
        assertThat(overlap(one.address(), one.size(), other.address(), other.size()))
            .as("buffers at %x and %x overlap", one.address(), other.address())
            .isFalse();
      }
    }
  }

  @Test
  void hostAndDeviceHaveACopyEach() {
    bench().needs(Gap.NUMBERS);
    Buffer buffer = bufferOfTwoCopies();
    byte[] synced = random(1);
    buffer.write(synced).sync();
    buffer.write(random(2));

    assertThat(buffer.syncBack().read(new byte[BYTES])).isEqualTo(synced);
  }

  @Test
  void syncMovesItsRangeAndNoMore() {
    bench().needs(Gap.NUMBERS);
    Buffer buffer = bufferOfTwoCopies();
    byte[] device = random(3);
    byte[] host = random(4);
    buffer.write(device).sync();
    buffer.write(host).sync(100, 50);
    byte[] expected = device.clone();
    System.arraycopy(host, 100, expected, 100, 50);

    assertThat(buffer.syncBack().read(new byte[BYTES])).isEqualTo(expected);
  }

  @Test
  void syncBackMovesItsRangeAndNoMore() {
    bench().needs(Gap.NUMBERS);
    Buffer buffer = bufferOfTwoCopies();
    byte[] device = random(5);
    byte[] host = random(6);
    buffer.write(device).sync();
    buffer.write(host).syncBack(BYTES - 10, 10);
    byte[] expected = host.clone();
    System.arraycopy(device, BYTES - 10, expected, BYTES - 10, 10);

    assertThat(buffer.read(new byte[BYTES])).isEqualTo(expected);
  }

  @Test
  void anEmptyRangeIsARange() {
    Buffer buffer = buffer();

    assertThat(buffer.sync(0, 0)).isSameAs(buffer);
    assertThat(buffer.syncBack(BYTES, 0)).isSameAs(buffer);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "0, -1",
    "0, 10001",
    "10000, 1",
    "10001, 0",
    "9223372036854775807, 1",
    "1, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void aRangeOutsideTheBufferIsOutOfRange(long offset, long bytes) {
    Buffer buffer = buffer();

    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.sync(offset, bytes));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.syncBack(offset, bytes));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aBufferNeedsASize(long bytes) {
    Memory memory = memory();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(bytes, bank(memory)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void aBankThatIsNotThereIsRefused(int bank) {
    Memory memory = memory();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES, bank));
  }

  @Test
  void moreThanABankHasIsOutOfDeviceMemoryAndNamesTheBank() {
    Memory memory = memory();
    Bank bank = memory.banks().getFirst();

    for (long bytes : new long[] {bank.size() + 1, Long.MAX_VALUE}) {
      var error =
          refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory.allocate(bytes, bank.index()));
      assertThat(error.getMessage()).contains(bank.name());
    }
    assertThat(bench().keep(memory.allocate(BYTES, bank.index())).size()).isEqualTo(BYTES);
  }

  @Test
  void theHostCopyDiesWithItsBuffer() throws Exception {
    Buffer buffer = buffer();
    MemorySegment host = buffer.host();
    bench().close(buffer);

    assertThatThrownBy(() -> host.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatWasGivenBackCanBeHadAgain() throws Exception {
    Memory memory = memory();
    for (int round = 0; round < 200; round++) {
      Buffer buffer = bench().keep(memory.allocate(1 << 20, bank(memory)));
      assertThat(buffer.host().get(ValueLayout.JAVA_BYTE, round)).isZero();
      buffer.host().fill((byte) -1);
      buffer.sync();
      bench().close(buffer);
    }
  }

  @Test
  void severalThreadsMayAllocateAndSync() throws Exception {
    bench().needs(Gap.NUMBERS);
    Memory memory = memory();
    int bank = bank(memory);
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < 8; worker++) {
        byte[] mine = random(100 + worker);
        workers.add(threads.submit(() -> exercise(memory, bank, mine)));
      }
      for (Future<?> worker : workers) {
        worker.get(Bench.DEADLINE.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  private static void exercise(Memory memory, int bank, byte[] content) {
    for (int round = 0; round < 50; round++) {
      try (Buffer buffer = memory.allocate(BYTES, bank)) {
        buffer.write(content).sync();
        if (!buffer.flags().contains(BufferFlag.COHERENT)) {
          buffer.host().fill((byte) 0);
        }
        assertThat(Arrays.equals(buffer.syncBack().read(new byte[BYTES]), content)).isTrue();
      }
    }
  }

  private Memory memory() {
    DriverDevice device = bench().open();
    Memory memory = bench().facet(device, Memory.class);
    bench().prepare(device);
    return memory;
  }

  private Buffer buffer() {
    Memory memory = memory();
    return bench().keep(memory.allocate(BYTES, bank(memory)));
  }

  /** Ends the test as skipped where host and device share one copy of every buffer. */
  private Buffer bufferOfTwoCopies() {
    Buffer buffer = buffer();
    assumeFalse(buffer.flags().contains(BufferFlag.COHERENT), "buffers have one copy");
    return buffer;
  }

  private static int bank(Memory memory) {
    return memory.banks().getFirst().index();
  }

  private static byte[] random(long seed) {
    byte[] bytes = new byte[BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static boolean overlap(long one, long oneSize, long other, long otherSize) {
    return Long.compareUnsigned(one, other + otherSize) < 0
        && Long.compareUnsigned(other, one + oneSize) < 0;
  }
}
