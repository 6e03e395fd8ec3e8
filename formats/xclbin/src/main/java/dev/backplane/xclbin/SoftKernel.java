package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel for the board's processor, from a SOFT_KERNEL section. A file may have several; they are
 * told apart by their index or the section's name.
 *
 * @param name its name
 * @param version its version
 * @param md5 the checksum of its image as text, often empty
 * @param symbol the function to call
 * @param instances how many of it run, unsigned
 * @param image the library that holds it
 */
public record SoftKernel(
    String name, String version, String md5, String symbol, int instances, Bytes image) {
  private static final int HEADER = 80;
  private static final int NAME = 0;
  private static final int IMAGE_OFFSET = 4;
  private static final int IMAGE_SIZE = 8;
  private static final int VERSION = 12;
  private static final int MD5 = 16;
  private static final int SYMBOL = 20;
  private static final int INSTANCES = 24;

  /** Checks that the texts can be stored. */
  public SoftKernel {
    for (String text : List.of(name, version, md5, symbol)) {
      Fields.checked(text, 0xffff, "soft kernel text");
    }
  }

  /**
   * Decodes a section.
   *
   * @param section a SOFT_KERNEL section
   * @return the kernel
   * @throws XclbinException if it is of another kind, or a text or the image lies outside of it
   */
  public static SoftKernel decode(Section section) {
    section.require(SectionKind.SOFT_KERNEL, SectionKind.SOFT_KERNEL);
    var parts = Parts.of(section, HEADER);
    var fields = parts.fields();
    return new SoftKernel(
        parts.text(NAME, "name"),
        parts.text(VERSION, "version"),
        parts.text(MD5, "checksum"),
        parts.text(SYMBOL, "symbol"),
        fields.getInt(INSTANCES),
        parts.image(
            "image",
            Integer.toUnsignedLong(fields.getInt(IMAGE_OFFSET)),
            Integer.toUnsignedLong(fields.getInt(IMAGE_SIZE))));
  }

  /** {@return a SOFT_KERNEL section: header, texts, then the image at a multiple of 8} */
  public Section toSection() {
    Map<Integer, String> texts = new LinkedHashMap<>();
    texts.put(NAME, name);
    texts.put(VERSION, version);
    texts.put(MD5, md5);
    texts.put(SYMBOL, symbol);
    int at = HEADER;
    for (String text : texts.values()) {
      at += text.length() + 1;
    }
    int imageAt = Parts.aligned(at);
    var bytes = new byte[imageAt + image.size()];
    var fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    fields.putInt(IMAGE_OFFSET, imageAt);
    fields.putInt(IMAGE_SIZE, image.size());
    fields.putInt(INSTANCES, instances);
    at = HEADER;
    for (var text : texts.entrySet()) {
      fields.putInt(text.getKey(), at);
      fields.put(at, text.getValue().getBytes(StandardCharsets.ISO_8859_1));
      at += text.getValue().length() + 1;
    }
    image.copyTo(bytes, imageAt);
    return Section.of(SectionKind.SOFT_KERNEL, Bytes.owned(bytes));
  }
}
