package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory of a host by IO address. */
final class IoMemoryTest {
  private static final long HIGH = 0xffff_ffff_ffff_f000L;

  private final IoMemory memory = new IoMemory();

  private static MemorySegment bytes(int size) {
    return MemorySegment.ofArray(new byte[size]);
  }

  @Test
  void eachAddressOfAMappingLeadsToItsMemory() {
    MemorySegment first = bytes(0x1000);
    memory.map(0x4000, first, true);
    memory.map(0x5000, bytes(0x800), false);
    memory.at(0x4ff8, 8).orElseThrow().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 77);
    assertThat(first.get(ValueLayout.JAVA_LONG_UNALIGNED, 0xff8)).isEqualTo(77);
    assertThat(Objects.requireNonNull(memory.find("m", 0x4000)).writable()).isTrue();
    assertThat(Objects.requireNonNull(memory.find("m", 0x57ff)).writable()).isFalse();
    assertThat(memory.find("m", 0x3fff)).isNull();
    assertThat(memory.find("m", 0x5800)).isNull();
    assertThat(memory.at(0x4ff9, 8)).isEmpty();
    assertThat(memory.at(0x57f8, 8)).isPresent();
    assertThat(memory.at(0x57f8, 9)).isEmpty();
  }

  @Test
  void addressesAreUnsigned() {
    memory.map(HIGH, bytes(0x1000), true);
    memory.map(Long.MAX_VALUE - 0xf, bytes(0x20), true);
    assertThat(memory.at(-1, 1)).isPresent();
    assertThat(memory.at(Long.MIN_VALUE, 1)).isPresent();
    assertThat(memory.at(0, 1)).isEmpty();
    assertThatThrownBy(() -> memory.map(HIGH - 0x10, bytes(0x11), true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"0x3001, 0x1000", "0x4fff, 1", "0x4000, 0x1000", "0x3000, 0x4000", "0x4800, 16"})
  void mappingsDoNotOverlap(String address, String size) {
    memory.map(0x4000, bytes(0x1000), true);
    assertThatThrownBy(() -> memory.map(Long.decode(address), bytes(Integer.decode(size)), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("overlap those from 0x4000, which are mapped");
    memory.unmap(0x4000);
    memory.map(Long.decode(address), bytes(Integer.decode(size)), true);
  }

  @Test
  void nothingAndMoreThanThereIsCannotBeMapped() {
    assertThatThrownBy(() -> memory.map(0x4000, bytes(0), true))
        .hasMessage("0 bytes cannot be mapped at IO address 0x4000");
    assertThatThrownBy(() -> memory.map(HIGH, bytes(0x1001), true))
        .hasMessageContaining("4097 bytes cannot be mapped");
    assertThatThrownBy(() -> memory.unmap(0x4000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing was mapped from IO address 0x4000 on");
  }

  /** Memory that goes away when it is told to. */
  private static final class Vanishing implements CopiedMemory {
    private final MemorySegment bytes = bytes(0x1000);
    private boolean isGone;

    @Override
    public long byteSize() {
      return bytes.byteSize();
    }

    @Override
    public boolean read(long offset, MemorySegment into) {
      MemorySegment.copy(bytes, offset, into, 0, into.byteSize());
      return !isGone;
    }

    @Override
    public boolean write(long offset, MemorySegment from) {
      MemorySegment.copy(from, 0, bytes, offset, from.byteSize());
      return !isGone;
    }
  }

  @Test
  void memoryThatMayVanishIsCopiedAndNeverTouched() {
    Vanishing vanishing = new Vanishing();
    memory.map(0x4000, vanishing, true);
    memory.map(0x8000, new Vanishing(), false);
    MemorySegment word = bytes(8);
    word.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 77);
    assertThat(memory.write(0x4ff8, word)).isTrue();
    assertThat(vanishing.bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0xff8)).isEqualTo(77);
    assertThat(memory.write(0x4ff9, word)).as("beyond its end").isFalse();
    assertThat(memory.write(0x8000, word)).as("read only").isFalse();
    assertThat(memory.read(0x8000, word)).isTrue();
    assertThat(word.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isZero();
    MemorySegment itself = memory.at(0x4000, 8).orElseThrow();
    assertThatThrownBy(() -> itself.get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
        .isInstanceOf(IllegalStateException.class);
    vanishing.isGone = true;
    assertThat(memory.read(0x4ff8, word)).isFalse();
    assertThat(memory.write(0x4ff8, word)).isFalse();
  }

  @Test
  void anAddressIsDescribedByWhatIsMappedNearIt() {
    assertThat(memory.describe("m", 0x10)).isEqualTo("nothing is mapped");
    memory.map(0x4000, bytes(0x1000), true);
    assertThat(memory.describe("m", 0x3ff0)).isEqualTo("16 bytes before what is mapped at 0x4000");
    assertThat(memory.describe("m", 0x4008))
        .isEqualTo("8 bytes into the memory that is mapped at 0x4000");
    assertThat(memory.describe("m", 0x5000))
        .isEqualTo("0 bytes past the end of what is mapped at 0x4000");
    assertThat(memory.describe("m", 0x5040))
        .isEqualTo("64 bytes past the end of what is mapped at 0x4000");
  }
}
