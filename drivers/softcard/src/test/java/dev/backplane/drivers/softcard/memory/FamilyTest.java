package dev.backplane.drivers.softcard.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BufferFlag;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The words of the two drivers, XRT's xrt_mem.h and zynq_ioctl.h. */
final class FamilyTest {
  @ParameterizedTest
  @CsvSource({
    "PCIE, CACHEABLE, 0x01000005",
    "PCIE, SHARED_VIRTUAL, 0x08000005",
    "PCIE, DEVICE_ONLY, 0x10000005",
    "PCIE, HOST_ONLY, 0x20000005",
    "PCIE, PEER_TO_PEER, 0x40000005",
    "PCIE, COMMAND, 0x80000005",
    "PCIE, USER_MEMORY, 0x00000005",
    "EDGE, CACHEABLE, 0x01000005",
    "EDGE, HOST_ONLY, 0x04000005",
    "EDGE, COHERENT, 0x08000005",
    "EDGE, CONTIGUOUS, 0x10000005",
    "EDGE, SHARED_VIRTUAL, 0x20000005",
    "EDGE, USER_MEMORY, 0x40000005",
    "EDGE, COMMAND, 0x80000005"
  })
  void aFlagIsABit(Family family, BufferFlag flag, String word) {
    assertThat(family.word(Set.of(flag), 5))
        .isEqualTo(Integer.decode("0x5") | (int) (long) Long.decode(word));
    assertThat(family.has(flag)).isTrue();
    assertThat(Family.bank(family.word(Set.of(flag), 5))).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void whatIsWrittenIsReadAgain(Family family) {
    Set<BufferFlag> all = EnumSet.noneOf(BufferFlag.class);
    for (BufferFlag flag : BufferFlag.values()) {
      if (family.word(Set.of(flag), 0) != 0) {
        all.add(flag);
        assertThat(family.flags(family.word(Set.of(flag), 3))).containsExactly(flag);
      }
    }
    assertThat(family.flags(family.word(all, 0xff_ffff))).isEqualTo(all);
    assertThat(Family.bank(family.word(all, 0xff_ffff))).isEqualTo(0xff_ffff);
  }

  @ParameterizedTest
  @CsvSource({"PCIE, COHERENT", "PCIE, CONTIGUOUS", "EDGE, DEVICE_ONLY", "EDGE, PEER_TO_PEER"})
  void aFamilyLacksTheFlagsOfTheOther(Family family, BufferFlag flag) {
    assertThat(family.has(flag)).isFalse();
    assertThat(family.word(Set.of(flag), 0)).isZero();
  }
}
