package dev.backplane.xrt.card.image;

import dev.backplane.api.Image;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Damages images in the ways that files are damaged, and in those that attackers think of. */
final class Mutations {
  private static final int LENGTH = 304;
  private static final int COUNT = 448;
  private static final int HEADERS = 456;
  private static final int HEADER = 40;
  private static final int OFFSET = 24;
  private static final int SIZE = 32;
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "7",
          "0x7fffffff",
          "4294967295",
          "9223372036854775807",
          "99999999999999999999");

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** Something that was done to an image, and what came of it. */
  record Mutated(String how, Image image) {
    static Mutated of(String how, byte[] bytes) {
      return new Mutated(how, Image.of("mutated", bytes));
    }
  }

  Mutated of(byte[] good) {
    byte[] bytes = good.clone();
    ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int sections = fields.getInt(COUNT);
    int header = HEADERS + HEADER * random.nextInt(sections);
    return switch (random.nextInt(14)) {
      case 0 -> Mutated.of("cut", Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      case 1 -> Mutated.of("cut, length corrected", sized(random.nextInt(bytes.length), bytes));
      case 2 -> Mutated.of("oversize", sized(bytes.length + 1 + random.nextInt(1 << 16), bytes));
      case 3 -> {
        fields.putLong(header + OFFSET, anyNumber(bytes.length));
        yield Mutated.of("offset of a section", bytes);
      }
      case 4 -> {
        fields.putLong(header + SIZE, anyNumber(bytes.length));
        yield Mutated.of("size of a section", bytes);
      }
      case 5 -> {
        int other = HEADERS + HEADER * random.nextInt(sections);
        fields.putLong(header + OFFSET, fields.getLong(other + OFFSET));
        yield Mutated.of("sections over each other", bytes);
      }
      case 6 -> {
        fields.putLong(header + OFFSET, HEADERS + (long) random.nextInt(HEADER * sections));
        yield Mutated.of("a section of headers", bytes);
      }
      case 7 -> {
        fields.putInt(COUNT, (int) anyNumber(sections * 3));
        yield Mutated.of("count of sections", bytes);
      }
      case 8 -> {
        fields.putInt(header, random.nextInt(40));
        yield Mutated.of("kind of a section", bytes);
      }
      case 9 -> Mutated.of("bits of a header", flipped(bytes, 0, HEADERS + HEADER * sections));
      case 10 -> {
        int at = (int) fields.getLong(header + OFFSET);
        int size = (int) fields.getLong(header + SIZE);
        yield Mutated.of("bits of a section", flipped(bytes, at, size));
      }
      case 11 -> {
        int at = (int) fields.getLong(header + OFFSET);
        int words = (int) fields.getLong(header + SIZE) / 4;
        fields.putInt(at + 4 * random.nextInt(Math.max(1, words)), (int) anyNumber(100));
        yield Mutated.of("a word of a section", bytes);
      }
      case 12 -> Mutated.of("numbers of the XML", inText(bytes, SectionKind.EMBEDDED_METADATA));
      default -> Mutated.of("a file of the archive", inArchive(bytes));
    };
  }

  private byte[] sized(int length, byte[] bytes) {
    byte[] other = Arrays.copyOf(bytes, Math.max(length, LENGTH + 8));
    ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putLong(LENGTH, other.length);
    return random.nextInt(4) == 0 ? Arrays.copyOf(other, length) : other;
  }

  /** A number that is small, large, negative or about as large as something else. */
  private long anyNumber(int about) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextInt(about + 1);
      case 1 -> about + (long) random.nextInt(64) - 32;
      case 2 -> -1L - random.nextInt(64);
      case 3 -> Long.MAX_VALUE - random.nextInt(64);
      case 4 -> 1L << random.nextInt(63);
      default -> random.nextLong();
    };
  }

  private byte[] flipped(byte[] bytes, int from, int size) {
    for (int flips = 1 + random.nextInt(4); flips > 0 && size > 0; flips--) {
      bytes[from + random.nextInt(size)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  /** Changes a section as a text, and the file stays whole around it. */
  private byte[] inText(byte[] bytes, SectionKind kind) {
    Xclbin file = Xclbin.read(bytes);
    byte[] content = changed(file.require(kind).data().toArray());
    return file.toBuilder().set(Section.of(kind, Bytes.of(content))).build().toBytes();
  }

  /** Replaces a number by another, or a line by another line, or drops or doubles one. */
  private byte[] changed(byte[] text) {
    String[] lines = new String(text, StandardCharsets.ISO_8859_1).split("(?<=[\n>])");
    int line = random.nextInt(lines.length);
    lines[line] =
        switch (random.nextInt(5)) {
          case 0 -> "";
          case 1 -> lines[line] + lines[line];
          case 2 -> lines[random.nextInt(lines.length)];
          default ->
              lines[line].replaceFirst(
                  "(?<![A-Za-z_0-9])[0-9]+", NUMBERS.get(random.nextInt(NUMBERS.size())));
        };
    return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Changes a file in the archive, whose checksums stay right. */
  private byte[] inArchive(byte[] bytes) {
    Xclbin file = Xclbin.read(bytes);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (ZipInputStream from =
            new ZipInputStream(
                new ByteArrayInputStream(file.bitstream().orElse(Bytes.EMPTY).toArray()));
        ZipOutputStream to = new ZipOutputStream(packed)) {
      int victim = random.nextInt(3);
      int index = 0;
      for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
        to.putNextEntry(new ZipEntry(entry.getName()));
        byte[] content = from.readAllBytes();
        to.write(index++ == victim && content.length > 0 ? changed(content) : content);
        to.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toBuilder()
        .set(Section.of(SectionKind.BITSTREAM, Bytes.of(packed.toByteArray())))
        .build()
        .toBytes();
  }
}
