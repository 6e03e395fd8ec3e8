package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Columns of the AI engine with their binary, from an AIE_RESOURCES_BIN section. A file may have
 * several.
 *
 * @param name its name
 * @param version its version
 * @param startColumn the first column, as text
 * @param columns how many columns, as text
 * @param image the binary
 */
public record AieResources(
    String name, String version, String startColumn, String columns, Bytes image) {
  private static final int HEADER = 76;
  private static final int NAME = 0;
  private static final int IMAGE_OFFSET = 4;
  private static final int IMAGE_SIZE = 8;
  private static final int VERSION = 12;
  private static final int START_COLUMN = 16;
  private static final int COLUMNS = 20;

  /** Checks that the texts can be stored. */
  public AieResources {
    for (String text : List.of(name, version, startColumn, columns)) {
      Fields.checked(text, 0xffff, "AI engine resources text");
    }
  }

  /**
   * Decodes a section.
   *
   * @param section an AIE_RESOURCES_BIN section
   * @return the resources
   * @throws XclbinException if it is of another kind, or a text or the image lies outside of it
   */
  public static AieResources decode(Section section) {
    section.require(SectionKind.AIE_RESOURCES_BIN, SectionKind.AIE_RESOURCES_BIN);
    var parts = Parts.of(section, HEADER);
    var fields = parts.fields();
    return new AieResources(
        parts.text(NAME, "name"),
        parts.text(VERSION, "version"),
        parts.text(START_COLUMN, "start column"),
        parts.text(COLUMNS, "number of columns"),
        parts.image(
            "image",
            Integer.toUnsignedLong(fields.getInt(IMAGE_OFFSET)),
            Integer.toUnsignedLong(fields.getInt(IMAGE_SIZE))));
  }

  /** {@return an AIE_RESOURCES_BIN section: header, texts, then the image} */
  public Section toSection() {
    List<String> texts = List.of(name, version, startColumn, columns);
    List<Integer> places = List.of(NAME, VERSION, START_COLUMN, COLUMNS);
    int imageAt = HEADER + texts.stream().mapToInt(text -> text.length() + 1).sum();
    var bytes = new byte[imageAt + image.size()];
    var fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    fields.putInt(IMAGE_OFFSET, imageAt);
    fields.putInt(IMAGE_SIZE, image.size());
    int at = HEADER;
    for (int i = 0; i < texts.size(); i++) {
      fields.putInt(places.get(i), at);
      fields.put(at, texts.get(i).getBytes(StandardCharsets.ISO_8859_1));
      at += texts.get(i).length() + 1;
    }
    image.copyTo(bytes, imageAt);
    return Section.of(SectionKind.AIE_RESOURCES_BIN, Bytes.owned(bytes));
  }
}
