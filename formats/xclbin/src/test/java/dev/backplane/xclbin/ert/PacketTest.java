package dev.backplane.xclbin.ert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class PacketTest {
  private final MemorySegment memory = MemorySegment.ofArray(new long[512]);
  private final Packet packet = new Packet().over(memory, 0);

  @Test
  void theHeadersFieldsLieWhereTheyShould() {
    int header = Header.of(Opcode.CONFIGURE, CommandType.CTRL, 7);

    assertThat(header).isEqualTo(1 | 7 << 12 | 2 << 23 | 2 << 28);
    int full =
        Header.withStatistics(
            Header.withExtraMasks(Header.of(Opcode.INIT_CU, CommandType.SCU, 0x7ff), 3));
    assertThat(full).isEqualTo(0x45ffFc11);
    assertThat(Header.custom(full)).isEqualTo(0xc1);
    assertThat(Header.extraMasks(full)).isEqualTo(3);
    assertThat(Header.count(full)).isEqualTo(0x7ff);
    assertThat(Header.opcode(full)).isEqualTo(Opcode.INIT_CU);
    assertThat(Header.type(full)).isEqualTo(CommandType.SCU);
    assertThat(Header.with(full, CommandState.SKCRASHED)).isEqualTo(0x45fffc1b);
    assertThat(Header.with(full, CommandType.CU)).isEqualTo(0x35fffc11);
    assertThatThrownBy(() -> Header.of(Opcode.EXIT, CommandType.CTRL, 0x800))
        .isInstanceOf(PacketException.class)
        .hasMessageContaining("2048");
  }

  @Test
  void aStartReadsBackAsItWasWritten() {
    int header = StartCu.encode(packet, 0b10, 0x38 / 4);
    StartCu.argument(packet, 0x10, 0x4_0000_1000L);
    StartCu.argument(packet, 0x34, 1024);
    StartCu.publish(packet, header);

    assertThat(PacketRules.check(packet)).isEqualTo(header);
    assertThat(StartCu.registers(header)).isEqualTo(14);
    int map = StartCu.registerMap(header);
    assertThat(packet.pair(map + 4)).isEqualTo(0x4_0000_1000L);
    assertThat(packet.word(map + 13)).isEqualTo(1024);
    assertThat(CuMasks.names(packet, Opcode.START_CU, 1)).isTrue();
    assertThat(CuMasks.names(packet, Opcode.START_CU, 0)).isFalse();
    assertThat(CuMasks.names(packet, Opcode.START_CU, 33)).isFalse();
  }

  @Test
  void theStateIsWrittenIntoTheHeaderAndNothingElseChanges() {
    StartCu.publish(packet, Header.withStatistics(StartCu.encode(packet, 1, 4)));
    int before = packet.header();

    packet.state(CommandState.TIMEOUT);

    assertThat(packet.header()).isEqualTo((before & ~0xf) | 8);
    assertThat(packet.state()).isEqualTo(CommandState.TIMEOUT);
  }

  @Test
  void timestampsLieBehindThePayloadAtTheNextMultipleOfEight() {
    for (int words = 4; words < 7; words++) {
      StartCu.publish(packet, Header.withStatistics(StartCu.encode(packet, 1, words)));
      int end = 4 * (2 + words);
      assertThat(Timestamps.offset(packet.header())).isBetween(end, end + 7);
      assertThat(Timestamps.offset(packet.header()) % 8).isZero();
      Timestamps.set(packet, CommandState.COMPLETED, 77L);
      assertThat(Timestamps.get(packet, CommandState.COMPLETED)).isEqualTo(77L);
    }
  }

  @Test
  void aConfigurationsAddressWordsCarryProtocolAndContext() {
    int header = Configure.encode(packet, 4096, 2, Configure.ERT | Configure.CU_DMA);
    Configure.address(packet, 0, 0x1800000, 0, 0);
    Configure.address(packet, 1, 0x1810000, 1, 9);
    packet.header(header);

    assertThat(PacketRules.check(packet)).isEqualTo(header);
    assertThat(Header.count(header)).isEqualTo(7);
    assertThat(Configure.address(packet, 1)).isEqualTo(0x1810000);
    assertThat(Configure.protocol(packet, 1)).isEqualTo(1);
    assertThat(Configure.context(packet, 1)).isEqualTo(9);
  }

  @Test
  void pairsBeginBehindTheMasksAndBehindTheReservedWordsOfExecWrite() {
    packet.word(0, 1);
    packet.word(1, 0x10);
    packet.word(2, 99);
    packet.header(Header.of(Opcode.START_KEY_VAL, CommandType.CU, 3));
    assertThat(KeyValues.pairs(PacketRules.check(packet))).isEqualTo(1);
    assertThat(KeyValues.offset(packet, 0)).isEqualTo(0x10);
    assertThat(KeyValues.value(packet, 0)).isEqualTo(99);

    packet.word(7, 0x1c);
    packet.word(8, 5);
    packet.header(Header.of(Opcode.EXEC_WRITE, CommandType.CU, 9));
    assertThat(KeyValues.pairs(PacketRules.check(packet))).isEqualTo(1);
    assertThat(KeyValues.offset(packet, 0)).isEqualTo(0x1c);
    assertThat(KeyValues.value(packet, 0)).isEqualTo(5);
  }
}
