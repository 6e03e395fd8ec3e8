package dev.backplane.capi.card.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors as hardware gives them. */
final class AfuDescriptorTest {
  private static ByteBuffer words(long first, long area, long areaOffset) {
    ByteBuffer bytes = ByteBuffer.allocate(AfuDescriptor.BYTES).order(ByteOrder.BIG_ENDIAN);
    return bytes.putLong(0, first).putLong(0x30, area).putLong(0x38, areaOffset);
  }

  @Test
  void oneOfASmallDedicatedAfuIsRead() {
    AfuDescriptor read = AfuDescriptor.read(words(0x0000_0001_0000_8010L, 1L << 56, 0));
    assertThat(read.interrupts()).isZero();
    assertThat(read.processes()).isEqualTo(1);
    assertThat(read.models()).containsExactly(ProgrammingModel.DEDICATED);
    assertThat(read.problemState()).isTrue();
    assertThat(read.areaLength()).isZero();
    assertThat(read.errorBuffer()).isEmpty();
  }

  @Test
  void theTopBitOfTheModelMayBeClear() {
    assertThat(AfuDescriptor.read(words(0x0000_0001_0000_0014L, 0, 0)).models())
        .containsExactlyInAnyOrder(ProgrammingModel.DEDICATED, ProgrammingModel.DIRECTED);
  }

  @Test
  void allThatIsWrittenIsRead() {
    ByteBuffer record = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    record.putShort(0, (short) 0x1014).putShort(2, (short) 0x0477).putInt(8, 0x1200_0002);
    AfuDescriptor written =
        new AfuDescriptor(
            3,
            511,
            Set.of(ProgrammingModel.DIRECTED),
            true,
            0x2000,
            0x4000,
            OptionalLong.of(0x1_0000),
            0x1000,
            List.of(new ConfigurationRecord(record), new ConfigurationRecord(record)));

    AfuDescriptor read = AfuDescriptor.read(written.toBytes());

    assertThat(read).isEqualTo(written);
    assertThat(read.records().getLast().vendor()).isEqualTo(0x1014);
    assertThat(read.records().getLast().device()).isEqualTo(0x0477);
    assertThat(read.records().getLast().classCode()).isEqualTo(0x12_0000);
  }

  @ParameterizedTest
  @ValueSource(longs = {0x0000_0001_0000_8000L, 0x0000_0001_0000_8001L, 0x0000_0000_0000_8004L})
  void aModelOrNumberThatCannotBeIsRefused(long first) {
    ByteBuffer bytes = words(first, 0, 0);
    assertThatThrownBy(() -> AfuDescriptor.read(bytes)).isInstanceOf(InvalidDescriptor.class);
  }

  @Test
  void configurationRecordsHaveToBeThere() {
    ByteBuffer bytes = words(0x0000_0001_0001_8010L, 0, 0);
    assertThatThrownBy(() -> AfuDescriptor.read(bytes)).hasMessageContaining("record 0 of 1");
    bytes.putLong(0x20, 1).putLong(0x28, Long.MAX_VALUE - 255);
    assertThatThrownBy(() -> AfuDescriptor.read(bytes)).hasMessageContaining("record 0 of 1");
    ByteBuffer longer = ByteBuffer.allocate(0x200).put(0, bytes, 0, bytes.limit());
    longer.putLong(0x28, 0x100);
    assertThatThrownBy(() -> AfuDescriptor.read(longer)).hasMessageContaining("is empty");
  }

  @Test
  void aCutDescriptorIsRefused() {
    assertThatThrownBy(() -> AfuDescriptor.read(ByteBuffer.allocate(AfuDescriptor.BYTES - 1)))
        .hasMessageContaining("79 bytes");
  }

  @ParameterizedTest
  @CsvSource({"0x5000, true", "0x4fff, false", "0x3000, false", "0, false"})
  void registersOfAllContextsHaveToFit(String bytes, boolean fits) {
    AfuDescriptor two = AfuDescriptor.of(ProgrammingModel.DIRECTED, 1, 2, 0x1000, 0x3000);
    long size = Long.decode(bytes);
    if (fits) {
      two.checkRegisters(size);
    } else {
      assertThatThrownBy(() -> two.checkRegisters(size)).isInstanceOf(InvalidDescriptor.class);
    }
  }

  @Test
  void anErrorBufferThatTheKernelIgnoresIsNone() {
    ByteBuffer bytes = words(0x0000_0001_0000_8010L, 0, 0);
    bytes.putLong(0x40, 1).putLong(0x48, 1L << 52);
    assertThat(AfuDescriptor.read(bytes).errorBuffer()).isEmpty();
  }
}
