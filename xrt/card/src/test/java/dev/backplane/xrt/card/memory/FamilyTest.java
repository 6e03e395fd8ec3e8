package dev.backplane.xrt.card.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BufferFlag;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of the two drivers, XRT's xrt_mem.h and zynq_ioctl.h. */
final class FamilyTest {
  @ParameterizedTest
  @CsvSource({
    "PCIE, PLAIN, 0x00000005",
    "PCIE, SHARED, 0x08000005",
    "PCIE, DEVICE, 0x10000005",
    "PCIE, HOST, 0x20000005",
    "PCIE, PEER_TO_PEER, 0x40000005",
    "PCIE, COMMAND, 0x80000005",
    "PCIE, USER_MEMORY, 0x00000005",
    "EDGE, PLAIN, 0x00000005",
    "EDGE, HOST, 0x04000005",
    "EDGE, SHARED, 0x20000005",
    "EDGE, USER_MEMORY, 0x40000005",
    "EDGE, COMMAND, 0x80000005"
  })
  void aKindIsABitBesideTheBank(Family family, Kind kind, String word) {
    Placement placement =
        kind == Kind.USER_MEMORY ? Placement.memory(MemorySegment.NULL) : Placement.of(kind);

    assertThat(family.word(placement.in(5))).isEqualTo((int) (long) Long.decode(word));
    assertThat(family.kinds()).contains(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "PCIE, CACHEABLE, 0x01000005",
    "EDGE, CACHEABLE, 0x01000005",
    "EDGE, COHERENT, 0x08000005",
    "EDGE, CONTIGUOUS, 0x10000005",
  })
  void aFlagIsABit(Family family, BufferFlag flag, String word) {
    assertThat(family.word(Placement.bank(5).with(flag))).isEqualTo(Integer.decode(word));
    assertThat(family.flags()).contains(flag);
  }

  @ParameterizedTest
  @CsvSource({"PCIE, COHERENT", "PCIE, CONTIGUOUS"})
  void aFamilyLacksTheFlagsOfTheOther(Family family, BufferFlag flag) {
    assertThat(family.flags()).doesNotContain(flag);
  }

  @ParameterizedTest
  @CsvSource({"EDGE, DEVICE", "EDGE, PEER_TO_PEER", "PCIE, SHARED_HOST", "EDGE, SHARED_DEVICE"})
  void aFamilyLacksWhatItsDriverHasNoWordFor(Family family, Kind kind) {
    assertThat(family.kinds()).doesNotContain(kind);
  }
}
