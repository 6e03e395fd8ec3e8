package dev.backplane.xclbin.ert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PacketRulesTest {
  private final MemorySegment memory = MemorySegment.ofArray(new int[1024]);
  private final Packet packet = new Packet().over(memory, 0);

  /** The table of minimum counts, with no extra masks and with three. */
  @ParameterizedTest
  @CsvSource({
    "START_CU, 5, 8",
    "CONFIGURE, 5, 5",
    "EXIT, 0, 0",
    "ABORT, 2, 2",
    "EXEC_WRITE, 7, 10",
    "CU_STAT, 0, 0",
    "START_COPYBO, 16, 16",
    "SK_CONFIG, 1, 1",
    "SK_START, 1, 4",
    "INIT_CU, 14, 17",
    "START_FA, 1, 4",
    "CLK_CALIB, 0, 0",
    "MB_VALIDATE, 0, 0",
    "START_KEY_VAL, 1, 4",
    "ACCESS_TEST_C, 0, 0"
  })
  void aCountBelowTheMinimumIsRefusedAndTheMinimumIsTaken(Opcode opcode, int plain, int masked) {
    for (int extra : new int[] {0, 3}) {
      int least = extra == 0 ? plain : masked;
      fillValid(opcode);
      packet.header(header(opcode, least, extra));
      assertThat(PacketRules.check(packet)).isEqualTo(packet.header());
      if (least > 0) {
        packet.header(header(opcode, least - 1, extra));
        assertThat(refusal().code()).isEqualTo(PacketError.BAD_COUNT);
        assertThat(refusal()).hasMessageContaining(opcode.name());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CommandState.class)
  void onlyANewPacketIsTaken(CommandState state) {
    packet.header(Header.with(header(Opcode.CU_STAT, 0, 0), state));
    if (state == CommandState.NEW) {
      assertThat(PacketRules.check(packet)).isEqualTo(packet.header());
    } else {
      assertThat(refusal().code()).isEqualTo(PacketError.BAD_STATE);
    }
  }

  @Test
  void obsoleteAndUnknownOpcodesAreRefused() {
    Set<Opcode> taken = EnumSet.complementOf(EnumSet.of(Opcode.SK_UNCONFIG, Opcode.ACCESS_TEST));
    for (int number = 0; number < 32; number++) {
      Opcode opcode = Opcode.of(number);
      fillValid(opcode);
      int count = opcode == null ? 20 : Math.max(1, opcode.minimumCount(0));
      packet.header(1 | (count << 12) | (number << 23));
      if (opcode != null && taken.contains(opcode)) {
        assertThat(PacketRules.check(packet)).isEqualTo(packet.header());
      } else {
        assertThat(refusal().code()).isEqualTo(PacketError.BAD_OPCODE);
        assertThat(refusal()).hasMessageContaining("opcode " + number);
      }
    }
  }

  @Test
  void typesAboveFourAreRefused() {
    for (int type = 0; type < 16; type++) {
      packet.header(1 | Opcode.CU_STAT.number() << 23 | type << 28);
      if (type <= 4) {
        assertThat(PacketRules.check(packet)).isEqualTo(packet.header());
      } else {
        assertThat(refusal().code()).isEqualTo(PacketError.BAD_TYPE);
      }
    }
  }

  @Test
  void aPacketThatLeavesItsMemoryIsRefused() {
    packet.over(memory, 4096 - 4 * 15);
    StartCu.publish(packet, Header.of(Opcode.START_CU, CommandType.CU, 15));
    assertThat(refusal().code()).isEqualTo(PacketError.TRUNCATED);
    assertThat(refusal()).hasMessageContaining("holds 14");

    packet.header(Header.withStatistics(Header.of(Opcode.START_CU, CommandType.CU, 14)));
    assertThat(refusal().code()).isEqualTo(PacketError.TRUNCATED);
    assertThat(refusal()).hasMessageContaining("timestamps");
  }

  @Test
  void aLyingConfigurationIsRefusedWithTheByteOfTheWord() {
    packet.word(0, 4096);
    packet.word(1, 129);
    packet.header(header(Opcode.CONFIGURE, 5 + 129, 0));
    assertThat(refusal().code()).isEqualTo(PacketError.BAD_VALUE);
    assertThat(refusal().offset()).isEqualTo(8);

    packet.word(1, 3);
    assertThat(refusal().code()).isEqualTo(PacketError.BAD_COUNT);

    packet.word(0, 4097);
    packet.header(header(Opcode.CONFIGURE, 8, 0));
    assertThat(refusal().offset()).isEqualTo(4);
    assertThat(refusal()).hasMessageContaining("4097");
  }

  @Test
  void aCopyOffTheGrainIsRefused() {
    StartCopy.encode(packet, 0x1000, 0x2000, 64);
    assertThat(PacketRules.check(packet)).isEqualTo(packet.header());
    StartCopy.encode(packet, 0x1000, 0x2020, 64);
    assertThat(refusal().offset()).isEqualTo(4 * 12);
    StartCopy.encode(packet, 0x1000, 0x2000, 0);
    assertThat(refusal().code()).isEqualTo(PacketError.BAD_VALUE);
  }

  @Test
  void anOddPairAndAnOddOffsetAreRefused() {
    packet.word(1, 0x10);
    packet.header(header(Opcode.START_KEY_VAL, 4, 0));
    assertThat(refusal().code()).isEqualTo(PacketError.BAD_COUNT);
    packet.word(1, 0x11);
    packet.header(header(Opcode.START_KEY_VAL, 3, 0));
    assertThat(refusal().offset()).isEqualTo(8);
  }

  @Test
  void randomBytesAreTakenAsAWholePacketOrRefusedWithAnOffset() {
    long seed = 4711;
    var random = new Random(seed);
    var view = new Packet();
    int taken = 0;
    int refused = 0;
    for (int round = 0; round < 200_000; round++) {
      int words = 1 + random.nextInt(48);
      int[] content = new int[words];
      for (int i = 0; i < words; i++) {
        content[i] = random.nextBoolean() ? random.nextInt(130) : random.nextInt();
      }
      if (round % 2 == 0) {
        // Half of the headers are near the truth, so that payloads are looked at too.
        content[0] =
            1
                | random.nextInt(words + 1) << 12
                | random.nextInt(18) << 23
                | random.nextInt(4) << 10;
      }
      var hostile = MemorySegment.ofArray(content);
      try {
        int header = PacketRules.check(view.over(hostile, 0));
        taken++;
        assertThat(1 + Header.count(header))
            .as("seed %d round %d", seed, round)
            .isLessThanOrEqualTo(words);
      } catch (PacketException e) {
        refused++;
        assertThat(e.offset())
            .as("seed %d round %d: %s", seed, round, e)
            .isBetween(0L, 4L * words - 4);
      }
    }
    assertThat(taken).isGreaterThan(10_000);
    assertThat(refused).isGreaterThan(10_000);
  }

  private PacketException refusal() {
    return catchThrowableOfType(PacketException.class, () -> PacketRules.check(packet));
  }

  private void fillValid(@Nullable Opcode opcode) {
    for (int i = 0; i < 40; i++) {
      packet.word(i, 0);
    }
    if (opcode == Opcode.CONFIGURE) {
      packet.word(0, 4096);
    } else if (opcode == Opcode.START_COPYBO) {
      packet.word(StartCopy.SIZE, 64);
    }
  }

  private static int header(Opcode opcode, int count, int extra) {
    return Header.withExtraMasks(Header.of(opcode, CommandType.DEFAULT, count), extra);
  }
}
