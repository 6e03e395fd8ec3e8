package dev.backplane.capi.card.afu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memcpy AFU on memory of this process. */
final class MemcpyAfuTest {
  private final MemcpyRig rig = new MemcpyRig();

  @AfterEach
  void giveBack() {
    rig.close();
  }

  private MemorySegment random(long bytes, long seed) {
    byte[] content = new byte[(int) bytes];
    new Random(seed).nextBytes(content);
    MemorySegment memory = rig.arena.allocate(bytes, 128);
    memory.copyFrom(MemorySegment.ofArray(content));
    return memory;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesOfAnyLengthAndPlaceAreCopied(boolean known) {
    Random choice = new Random(1);
    MemorySegment source = random(20_000, 2);
    MemorySegment target = random(20_000, 3);
    if (known) {
      rig.know(source);
      rig.know(target);
      rig.know(rig.ring);
    }
    MemorySegment expected = rig.arena.allocate(20_000);
    expected.copyFrom(target);
    // More elements than the ring has, so that it is gone through several times.
    for (int i = 0; i < 40; i++) {
      int length = i % 3 == 0 ? choice.nextInt(16) * 128 : choice.nextInt(3000);
      long from = i % 3 == 0 ? choice.nextInt(100) * 128L : choice.nextInt(15_000);
      long to = i % 3 == 0 ? choice.nextInt(100) * 128L : choice.nextInt(15_000);
      MemorySegment.copy(source, from, expected, to, length);

      long element = rig.put(0, length, source.address() + from, target.address() + to);

      assertThat(rig.run(element)).isEqualTo(CopyProcess.COMPLETE);
    }
    assertThat(target.mismatch(expected)).isEqualTo(-1);
    assertThat(rig.events).isEmpty();
  }

  @Test
  void anInterruptIsRaisedAndTheContextStopsUntilItIsRestarted() {
    long element = rig.put(1, 2, 0, 0);
    assertThat(rig.run(element)).isEqualTo(CopyProcess.COMPLETE);
    assertThat(rig.events).containsExactly("interrupt 2");
    long registers = MemcpyAfu.MASTER_BYTES + (long) MemcpyRig.PROCESS * MemcpyAfu.CONTEXT_BYTES;
    long next = rig.put(1, 3, 0, 0);
    for (int i = 0; i < 100; i++) {
      rig.psl.advance();
    }
    assertThat(rig.status(next)).isZero();
    assertThat(rig.afu.read(registers + MemcpyAfu.STATUS, 8)).isEqualTo(MemcpyAfu.STOPPED);
    rig.afu.write(registers + MemcpyAfu.CONTROL, 8, MemcpyAfu.RESTART);
    assertThat(rig.run(next)).isEqualTo(CopyProcess.COMPLETE);
    assertThat(rig.events).containsExactly("interrupt 2", "interrupt 3");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 2047})
  void anInterruptThatTheContextHasNotIsRefused(int number) {
    assertThat(rig.run(rig.put(1, number, 0, 0))).isEqualTo(CopyProcess.INVALID_SOURCE);
    assertThat(rig.events).isEmpty();
  }

  @Test
  void aNumberIsIncremented() {
    MemorySegment numbers = rig.arena.allocate(256, 128);
    ValueLayout.OfInt number = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    numbers.set(number, 4, 41);
    long element = rig.put(4, 4, numbers.address() + 4, numbers.address() + 132);
    assertThat(rig.run(element)).isEqualTo(CopyProcess.COMPLETE);
    assertThat(numbers.get(number, 132)).isEqualTo(42);
  }

  @Test
  void anOperationThatIsNotThereIsTold() {
    assertThat(rig.run(rig.put(9, 4, 0, 0))).isEqualTo(CopyProcess.UNDEFINED);
  }

  @Test
  void unmappedMemoryIsAFaultWithItsAddressAndTheNextCopyWorks() {
    MemorySegment target = rig.arena.allocate(4096, 128);
    long element = rig.put(0, 1024, 0x1000, target.address());
    assertThat(rig.run(element)).isEqualTo(CopyProcess.ADDRESS_ERROR);
    assertThat(rig.events).containsExactly("fault at 0x1000, dsisr 0x4000000040000000");
    rig.events.clear();
    MemorySegment source = random(1024, 5);
    long back = rig.put(0, 1024, source.address(), target.address());
    assertThat(rig.run(back)).isEqualTo(CopyProcess.COMPLETE);
    assertThat(target.asSlice(0, 1024).mismatch(source)).isEqualTo(-1);
    assertThat(rig.events).isEmpty();
  }

  @Test
  void aStoreToWhatIsNotMappedIsNamedAsOne() {
    MemorySegment source = random(1024, 5);
    long element = rig.put(0, 128, source.address(), 0x2000);
    assertThat(rig.run(element)).isEqualTo(CopyProcess.ADDRESS_ERROR);
    assertThat(rig.events).containsExactly("fault at 0x2000, dsisr 0x4000000042000000");
  }

  @Test
  void aContextThatEndsInTheMiddleOfACopyKeepsNoTagFromTheNextOfItsNumber() {
    MemorySegment source = random(16_000, 6);
    MemorySegment target = rig.arena.allocate(16_000, 128);
    rig.put(0, 16_000, source.address(), target.address());
    for (int i = 0; i < 10; i++) {
      for (int turn = 0; turn < 3; turn++) {
        rig.psl.advance();
      }
      assertThat(rig.status(0)).isZero();
      rig.afu.terminate(MemcpyRig.PROCESS);
      rig.psl.detach(MemcpyRig.PROCESS, true);
      rig.attach(AddressSpace.OWN);
    }
    assertThat(rig.run(0)).isEqualTo(CopyProcess.COMPLETE);
    assertThat(target.mismatch(source)).isEqualTo(-1);
  }
}
