package dev.backplane.api.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The layout, checked byte by byte, and files that lie. */
class OffloadBinaryTest {
  private static final int ENTRY = 32;
  private static final int TEXTS = 72;

  private static final OffloadBinary ONE =
      new OffloadBinary(2, 1, 5, Map.of("triple", "spir64"), Content.of("code"));

  @Test
  void theLayoutIsThatOfLlvm() {
    ByteBuffer file = OffloadBinary.writeAll(List.of(ONE)).buffer();
    assertThat(file.getInt(0)).isEqualTo(0xAD10FF10);
    assertThat(file.getInt(4)).isEqualTo(1);
    assertThat(file.getLong(8)).isEqualTo(file.limit()).isEqualTo(112);
    assertThat(file.getLong(16)).isEqualTo(ENTRY);
    assertThat(file.getLong(24)).isEqualTo(40);
    assertThat(file.getShort(ENTRY)).isEqualTo((short) 2);
    assertThat(file.getShort(ENTRY + 2)).isEqualTo((short) 1);
    assertThat(file.getInt(ENTRY + 4)).isEqualTo(5);
    assertThat(file.getLong(ENTRY + 8)).isEqualTo(TEXTS);
    assertThat(file.getLong(ENTRY + 16)).isEqualTo(1);
    assertThat(file.getLong(ENTRY + 24)).isEqualTo(104);
    assertThat(file.getLong(ENTRY + 32)).isEqualTo(4);
    assertThat(file.getLong(TEXTS)).isEqualTo(88);
    assertThat(file.getLong(TEXTS + 8)).isEqualTo(95);
    byte[] characters = new byte[14];
    file.get(88, characters);
    assertThat(new String(characters, StandardCharsets.US_ASCII)).isEqualTo("triple\0spir64\0");
  }

  @Test
  void newerVersionsAreReadToo() {
    assertThat(read(newer(2))).containsExactly(entry("a", "AB"), entry("b", "C"));
    assertThat(read(newer(3))).containsExactly(entry("a", "AB"), entry("b", "C"));
  }

  @Test
  void refusesCompressedAndNewerBinariesByName() {
    byte[] compressed = newer(3);
    compressed[32] = 1;
    refused(compressed, ErrorCode.IMAGE_INVALID, "at offset 32", "compressed");
    byte[] unknown = good();
    unknown[4] = 9;
    refused(unknown, ErrorCode.IMAGE_INVALID, "at offset 4", "version 9");
  }

  @Test
  void everyPrefixIsRefusedAsTruncated() {
    byte[] good = good();
    for (int size = 0; size < good.length; size++) {
      byte[] cut = new byte[size];
      System.arraycopy(good, 0, cut, 0, size);
      refused(cut, ErrorCode.IMAGE_TRUNCATED, "at offset");
    }
  }

  @Test
  void lyingNumbersAreRefusedWithTheirOffset() {
    refused(with(8, Long.MAX_VALUE), ErrorCode.IMAGE_TRUNCATED, "at offset 8", "112 are there");
    refused(with(8, 0), ErrorCode.IMAGE_TRUNCATED, "at offset 8");
    refused(with(16, 16), ErrorCode.IMAGE_TRUNCATED, "at offset 16", "entries");
    refused(with(16, -8), ErrorCode.IMAGE_TRUNCATED, "at offset 16");
    refused(with(24, 0), ErrorCode.IMAGE_INVALID, "at offset 24");
    refused(with(24, 8), ErrorCode.IMAGE_INVALID, "at offset 24");
    refused(with(ENTRY + 8, 1L << 40), ErrorCode.IMAGE_TRUNCATED, "at offset 40", "texts");
    refused(with(ENTRY + 16, -1), ErrorCode.IMAGE_INVALID, "at offset 48", "texts");
    refused(with(ENTRY + 16, 60_000), ErrorCode.IMAGE_TRUNCATED, "at offset 40", "texts");
    refused(with(ENTRY + 32, Long.MIN_VALUE), ErrorCode.IMAGE_TRUNCATED, "the image");
    refused(with(TEXTS, 4), ErrorCode.IMAGE_TRUNCATED, "at offset 72", "a text");
    refused(with(TEXTS + 8, 112), ErrorCode.IMAGE_TRUNCATED, "at offset 80", "a text");
  }

  @Test
  void regionsThatOverlapAreRefused() {
    refused(with(ENTRY + 24, ENTRY), ErrorCode.IMAGE_INVALID, "overlap");
    refused(with(ENTRY + 24, TEXTS + 2), ErrorCode.IMAGE_INVALID, "overlap");
    refused(with(ENTRY + 8, ENTRY + 16), ErrorCode.IMAGE_INVALID, "overlap");
  }

  @Test
  void aTextWithoutEndIsRefused() {
    byte[] file = good();
    for (int i = 88; i < file.length; i++) {
      file[i] = 'x';
    }
    refused(file, ErrorCode.IMAGE_TRUNCATED, "at offset 88", "does not end");
  }

  @Test
  void aTextThatIsNoTextIsRefused() {
    byte[] file = good();
    file[88] = (byte) 0xC0;
    refused(file, ErrorCode.IMAGE_INVALID, "at offset 88", "UTF-8");
  }

  @Test
  void theSameTextTwiceIsRefused() {
    Content file =
        OffloadBinary.writeAll(
            List.of(new OffloadBinary(0, 0, 0, Map.of("aa", "v", "bb", "w"), Content.EMPTY)));
    byte[] bytes = file.toArray();
    System.arraycopy(bytes, TEXTS, bytes, TEXTS + 16, 16);
    refused(bytes, ErrorCode.IMAGE_INVALID, "at offset 88", "twice");
  }

  @Test
  void bytesBehindABinaryMustBeAnother() {
    byte[] good = good();
    byte[] more = new byte[good.length + 40];
    System.arraycopy(good, 0, more, 0, good.length);
    refused(more, ErrorCode.IMAGE_INVALID, "at offset 112", "no magic");
  }

  @Test
  void textsThatShareTheirEndsCannotAskForEndlessMemory() {
    byte[] file = new byte[1 << 22];
    ByteBuffer out = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    out.put(OffloadBinary.magic()).putInt(1).putLong(file.length).putLong(32).putLong(40);
    int texts = 60_000;
    out.putLong(0).putLong(TEXTS).putLong(texts).putLong(0).putLong(0);
    int characters = TEXTS + 16 * texts;
    for (int i = 0; i < texts; i++) {
      out.putLong(characters + i).putLong(characters + i);
    }
    while (out.remaining() > 1) {
      out.put((byte) 'x');
    }
    refused(file, ErrorCode.IMAGE_INVALID, "more than");
  }

  @Test
  void damagedFilesGiveCodedErrorsOrOtherFiles() {
    Random random = new Random(7);
    byte[] good =
        OffloadBinary.writeAll(
                List.of(
                    ONE,
                    new OffloadBinary(
                        0, 0, 0, Map.of("a", "b", "c", "d", "e", "f"), Content.of("x"))))
            .toArray();
    byte[][] seeds = {good, newer(2), newer(3)};
    int refused = 0;
    for (int round = 0; round < 30_000; round++) {
      byte[] bad = seeds[round % 3].clone();
      for (int i = random.nextInt(1, 5); i > 0; i--) {
        int at = random.nextInt(bad.length);
        bad[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bad[at] + 8);
      }
      Content file = Content.of(bad).slice(0, random.nextInt(bad.length * 7 / 8, bad.length + 1));
      try {
        assertThat(OffloadBinary.readAll("damaged", file)).isNotEmpty();
      } catch (BackplaneException e) {
        refused++;
        assertThat(e.code()).isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
        assertThat(e.problem()).startsWith("at offset ");
      }
    }
    assertThat(refused).isBetween(1_000, 29_999);
  }

  private static OffloadBinary entry(String value, String image) {
    return new OffloadBinary(6, 8, 0, Map.of("triple", value), Content.of(image));
  }

  /** Two entries, as newer versions write them. */
  private static byte[] newer(int version) {
    int header = version == 3 ? 40 : 32;
    int texts = header + 2 * 40;
    int characters = texts + 2 * 24;
    int image = characters + 16;
    ByteBuffer file = ByteBuffer.allocate(image + 8).order(ByteOrder.LITTLE_ENDIAN);
    file.put(OffloadBinary.magic())
        .putInt(version)
        .putLong(file.limit())
        .putLong(header)
        .putLong(2);
    file.position(header);
    for (int i = 0; i < 2; i++) {
      file.putShort((short) 6).putShort((short) 8).putInt(0).putLong(texts + 24L * i).putLong(1);
      file.putLong(image + 2L * i).putLong(2 - i);
    }
    for (int i = 0; i < 2; i++) {
      file.putLong(characters).putLong(characters + 7 + i).putLong(1);
    }
    file.put("triple\0ab\0".getBytes(StandardCharsets.US_ASCII));
    file.position(image).put("ABC".getBytes(StandardCharsets.US_ASCII));
    return file.array();
  }

  private static byte[] good() {
    return OffloadBinary.writeAll(List.of(ONE)).toArray();
  }

  private static byte[] with(int offset, long number) {
    byte[] file = good();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, number);
    return file;
  }

  private static List<OffloadBinary> read(byte[] file) {
    return OffloadBinary.readAll("test", Content.of(file));
  }

  private static void refused(byte[] file, ErrorCode code, String... parts) {
    assertThatThrownBy(() -> OffloadBinary.readAll("bad.bin", Content.of(file)))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.subject()).isEqualTo("bad.bin");
              assertThat(e.getMessage()).contains(parts);
            });
  }
}
