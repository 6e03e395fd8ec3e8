package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFormatTest {
  @Test
  void magicNumbersTellTheFormat() {
    assertThat(sniff(0x03, 0x02, 0x23, 0x07, 0, 0)).isEqualTo(ImageFormat.SPIRV);
    assertThat(sniff(0x42, 0x43, 0xC0, 0xDE)).isEqualTo(ImageFormat.BITCODE);
    assertThat(ImageFormat.of(Content.of("INTC...."))).isEqualTo(ImageFormat.BITCODE);
    assertThat(ImageFormat.of(Content.of("!<arch>\nx"))).isEqualTo(ImageFormat.NATIVE);
    assertThat(ImageFormat.of(Content.of("xclbin2\0"))).isEqualTo(ImageFormat.XCLBIN);
    assertThat(sniff(0x89, 'B', 'P', 'L', 'B', 'I', 'N', '\n')).isEqualTo(ImageFormat.NATIVE);
    assertThat(
            sniff('X', 'e', 'o', 'n', 'F', 'P', 'G', 'A', 0xB7, 'G', 'B', 'S', 'v', '0', '0', '1'))
        .isEqualTo(ImageFormat.GBS);
    assertThat(new BinaryContainer("one", List.of(DeviceBinary.ofSource("x"))).toImage().format())
        .isEqualTo(ImageFormat.CONTAINER);
  }

  @Test
  void textIsSourceOnlyIfSomebodySaysSo(@TempDir Path folder) throws Exception {
    String text = "kernel void none() {}";
    assertThat(Image.of("none.cl", Content.of(text)).format()).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(Image.source("none", text).format()).isEqualTo(ImageFormat.SOURCE);
    assertThat(Image.of(Files.writeString(folder.resolve("none.cl"), text)).format())
        .isEqualTo(ImageFormat.SOURCE);
    assertThat(Image.of(Files.writeString(folder.resolve("none.txt"), text)).format())
        .isEqualTo(ImageFormat.UNKNOWN);
    assertThat(Image.of(Files.writeString(folder.resolve("x.cl"), "xclbin2\0")).format())
        .isEqualTo(ImageFormat.XCLBIN);
  }

  @Test
  void otherCompilerOptionsMakeAnotherImage() {
    Image plain = Image.source("x.cl", "x");
    Image told = plain.withOptions("-DN=4").withHeader("x.h", "y").withConstant(7, 0x01020304);

    assertThat(plain.options()).isEmpty();
    assertThat(plain.headers()).isEmpty();
    assertThat(plain.constants()).isEmpty();
    assertThat(told.options()).isEqualTo("-DN=4");
    assertThat(told.headers()).containsEntry("x.h", "y");
    assertThat(told.constants()).containsEntry(7, Content.of(new byte[] {4, 3, 2, 1}));
  }

  @Test
  void oneBinaryOfAContainerHasTheOptionsOfBoth() {
    DeviceBinary binary = DeviceBinary.of("mine", Content.of("code")).withOptions("-DA", "");
    Image only =
        new BinaryContainer("all", List.of(binary)).toImage().withOptions("-DB").only(binary);

    assertThat(only.options()).isEqualTo("-DA -DB");
    assertThat(only.content()).isSameAs(binary.code());
    assertThat(only.format()).as("the target says whose it is").isEqualTo(ImageFormat.NATIVE);
  }

  @Test
  void aFileTooShortForAMagicHasNoFormat() {
    assertThat(ImageFormat.of(Content.EMPTY)).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(sniff(0x03, 0x02, 0x23)).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(ImageFormat.of(Content.of("!<arch>"))).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(sniff(0x07, 0x23, 0x02, 0x03)).isEqualTo(ImageFormat.UNKNOWN);
  }

  @Test
  void elfFilesAreNativeIfTheirTypeSaysSo() {
    assertThat(ImageFormat.of(elf(0xFF04, "x"))).isEqualTo(ImageFormat.NATIVE);
    assertThat(ImageFormat.of(elf(0xFF12, "x"))).isEqualTo(ImageFormat.NATIVE);
    assertThat(ImageFormat.of(elf(3, "x"))).isEqualTo(ImageFormat.UNKNOWN);
  }

  @Test
  void elfFilesAreNativeIfTheyHaveTheSectionOfZebin() {
    assertThat(ImageFormat.of(elf(3, ".ze_info"))).isEqualTo(ImageFormat.NATIVE);
    assertThat(ImageFormat.of(elf(3, ".ze_info2"))).isEqualTo(ImageFormat.UNKNOWN);
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
      ImageFormat found = ImageFormat.of(Content.of(bad).slice(0, random.nextInt(bad.length + 1)));
      assertThat(found).isIn(ImageFormat.NATIVE, ImageFormat.UNKNOWN);
    }
  }

  @Test
  void numbersOfDescriptorsGoBothWays() {
    for (ImageFormat each : ImageFormat.values()) {
      if (each.descriptorNumber() >= 0) {
        assertThat(ImageFormat.ofDescriptor(each.descriptorNumber())).isEqualTo(each);
      }
      assertThat(ImageFormat.spelled(each.spelling())).hasValue(each);
    }
    assertThat(ImageFormat.ofDescriptor(77)).isEqualTo(ImageFormat.UNKNOWN);
    assertThat(ImageFormat.spelled("elf")).isEmpty();
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

  private static ImageFormat sniff(int... bytes) {
    byte[] code = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      code[i] = (byte) bytes[i];
    }
    return ImageFormat.of(Content.of(code));
  }
}
