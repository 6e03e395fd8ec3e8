package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The flash images of the MCS section.
 *
 * @param chunks the images in file order, at most 127
 */
public record Mcs(List<Chunk> chunks) {
  private static final int FIRST = 8;
  private static final int CHUNK = 24;

  /** Copies the list. */
  public Mcs {
    chunks = List.copyOf(chunks);
    if (chunks.size() > Byte.MAX_VALUE) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "MCS is given %d images, its count holds 127; leave some out".formatted(chunks.size()));
    }
  }

  /** The purpose of a flash image. */
  public enum Type {
    /** Nothing is said. */
    UNKNOWN(0),
    /** The first flash. */
    PRIMARY(1),
    /** The second flash. */
    SECONDARY(2);

    private final int number;

    Type(int number) {
      this.number = number;
    }

    /** {@return the number of this type in the format} */
    public int number() {
      return number;
    }
  }

  /**
   * A flash image.
   *
   * @param typeNumber the number of its {@link Type}, 0 to 255
   * @param image its bytes
   */
  public record Chunk(int typeNumber, Bytes image) {
    /** Checks that the type fits its field. */
    public Chunk {
      Fields.unsigned(typeNumber, 8, "MCS type");
    }

    /** {@return what it is for, empty if the number is not a known one} */
    public Optional<Type> type() {
      return Arrays.stream(Type.values()).filter(each -> each.number == typeNumber).findFirst();
    }
  }

  /**
   * Decodes a section.
   *
   * @param section an MCS section
   * @return the images
   * @throws XclbinException if it is of another kind, its count does not fit its size, or an image
   *     lies outside of it
   */
  public static Mcs decode(Section section) {
    section.require(SectionKind.MCS, SectionKind.MCS);
    int count = Parts.of(section, FIRST).fields().get(0);
    if (count < 0) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          "MCS says %d images, its count at offset 0 is wrong".formatted(count));
    }
    var parts = Parts.of(section, FIRST + count * CHUNK);
    var chunks = new Chunk[count];
    for (int i = 0; i < count; i++) {
      int at = FIRST + i * CHUNK;
      chunks[i] =
          new Chunk(
              Byte.toUnsignedInt(parts.fields().get(at)),
              parts.image(
                  "image " + i, parts.fields().getLong(at + 8), parts.fields().getLong(at + 16)));
    }
    return new Mcs(List.of(chunks));
  }

  /** {@return an MCS section: the table, then the images at multiples of 8} */
  public Section toSection() {
    long end = FIRST + (long) chunks.size() * CHUNK;
    for (Chunk chunk : chunks) {
      end = aligned(end) + chunk.image.size();
    }
    if (end > Xclbin.MAX_SIZE) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "MCS would have %d bytes, at most %d are accepted".formatted(end, Xclbin.MAX_SIZE));
    }
    var bytes = new byte[(int) end];
    var fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    fields.put(0, (byte) chunks.size());
    long data = FIRST + (long) chunks.size() * CHUNK;
    for (int i = 0; i < chunks.size(); i++) {
      int at = FIRST + i * CHUNK;
      var chunk = chunks.get(i);
      data = aligned(data);
      fields.put(at, (byte) chunk.typeNumber);
      fields.putLong(at + 8, data);
      fields.putLong(at + 16, chunk.image.size());
      chunk.image.copyTo(bytes, (int) data);
      data += chunk.image.size();
    }
    return Section.of(SectionKind.MCS, Bytes.owned(bytes));
  }

  private static long aligned(long at) {
    return (at + SectionEntry.ALIGNMENT - 1) & -SectionEntry.ALIGNMENT;
  }
}
