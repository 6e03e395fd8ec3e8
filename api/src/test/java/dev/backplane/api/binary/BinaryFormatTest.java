package dev.backplane.api.binary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinaryFormatTest {
  @Test
  void magicNumbersTellTheFormat() {
    assertThat(sniff(0x03, 0x02, 0x23, 0x07, 0, 0)).isEqualTo(BinaryFormat.SPIRV);
    assertThat(sniff(0x42, 0x43, 0xC0, 0xDE)).isEqualTo(BinaryFormat.BITCODE);
    assertThat(BinaryFormat.sniff(Content.of("INTC...."))).isEqualTo(BinaryFormat.BITCODE);
    assertThat(BinaryFormat.sniff(Content.of("!<arch>\nx"))).isEqualTo(BinaryFormat.NATIVE);
    assertThat(BinaryFormat.sniff(Content.of("xclbin2\0"))).isEqualTo(BinaryFormat.XCLBIN);
  }

  @Test
  void whatIsTooShortForAMagicIsNothing() {
    assertThat(BinaryFormat.sniff(Content.EMPTY)).isEqualTo(BinaryFormat.NONE);
    assertThat(sniff(0x03, 0x02, 0x23)).isEqualTo(BinaryFormat.NONE);
    assertThat(BinaryFormat.sniff(Content.of("!<arch>"))).isEqualTo(BinaryFormat.NONE);
    assertThat(sniff(0x07, 0x23, 0x02, 0x03)).isEqualTo(BinaryFormat.NONE);
  }

  @Test
  void elfFilesAreNativeIfTheirTypeSaysSo() {
    assertThat(BinaryFormat.sniff(elf(0xFF04, "x"))).isEqualTo(BinaryFormat.NATIVE);
    assertThat(BinaryFormat.sniff(elf(0xFF12, "x"))).isEqualTo(BinaryFormat.NATIVE);
    assertThat(BinaryFormat.sniff(elf(3, "x"))).isEqualTo(BinaryFormat.NONE);
  }

  @Test
  void elfFilesAreNativeIfTheyHaveTheSectionOfZebin() {
    assertThat(BinaryFormat.sniff(elf(3, ".ze_info"))).isEqualTo(BinaryFormat.NATIVE);
    assertThat(BinaryFormat.sniff(elf(3, ".ze_info2"))).isEqualTo(BinaryFormat.NONE);
  }

  @Test
  void damagedElfFilesAreLookedAtWithoutHarm() {
    byte[] good = elf(3, ".ze_info").toArray();
    Random random = new Random(5);
    for (int round = 0; round < 20_000; round++) {
      byte[] bad = good.clone();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        bad[random.nextInt(4, bad.length)] = (byte) random.nextInt();
      }
      BinaryFormat found =
          BinaryFormat.sniff(Content.of(bad).slice(0, random.nextInt(bad.length + 1)));
      assertThat(found).isIn(BinaryFormat.NATIVE, BinaryFormat.NONE);
    }
  }

  @Test
  void numbersOfDescriptorsGoBothWays() {
    for (BinaryFormat each : BinaryFormat.values()) {
      if (each.descriptorNumber() >= 0) {
        assertThat(BinaryFormat.ofDescriptor(each.descriptorNumber())).isEqualTo(each);
      }
      assertThat(BinaryFormat.spelled(each.spelling())).hasValue(each);
    }
    assertThat(BinaryFormat.ofDescriptor(77)).isEqualTo(BinaryFormat.NONE);
    assertThat(BinaryFormat.spelled("elf")).isEmpty();
  }

  /** A file of 64 bits with two sections: the names, and one of a name. */
  private static Content elf(int type, String section) {
    byte[] names = ("\0" + section + "\0").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(64 + 2 * 64 + names.length);
    file.order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).putShort(16, (short) type);
    file.putLong(40, 64).putShort(58, (short) 64).putShort(60, (short) 2).putShort(62, (short) 1);
    file.putInt(64, 1); // the name of the first section
    file.putLong(128 + 24, 192); // where the names are
    file.put(192, names);
    return Content.of(file.array());
  }

  private static BinaryFormat sniff(int... bytes) {
    byte[] code = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      code[i] = (byte) bytes[i];
    }
    return BinaryFormat.sniff(Content.of(code));
  }
}
