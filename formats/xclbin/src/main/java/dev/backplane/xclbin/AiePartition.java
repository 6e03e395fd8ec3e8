package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A partition of an AI engine or NPU: columns, and the device images (PDI) that are loaded onto
 * them, from an AIE_PARTITION section. A file may have several.
 *
 * @param name its name
 * @param operationsPerCycle operations in a clock cycle, unsigned
 * @param inferenceFingerprint identifies the inference function, unsigned
 * @param prePostFingerprint identifies what runs before and after it, unsigned
 * @param kernelCommit the commit that the kernels were built from, often empty
 * @param columnWidth how many columns it takes, 0 to 65535
 * @param startColumns the columns that it may start at
 * @param images the device images
 */
public record AiePartition(
    String name,
    int operationsPerCycle,
    long inferenceFingerprint,
    long prePostFingerprint,
    String kernelCommit,
    int columnWidth,
    List<Integer> startColumns,
    List<DeviceImage> images) {
  static final int HEADER = 184;
  static final int NAME = 4;
  static final int OPERATIONS = 8;
  static final int INFERENCE = 16;
  static final int PRE_POST = 24;
  static final int COLUMN_WIDTH = 32;
  static final int START_COLUMNS = 40;
  static final int IMAGES = 120;
  static final int COMMIT = 128;
  static final int ENTRY = 96;

  /** Checks that texts and numbers can be stored. */
  public AiePartition {
    Fields.checked(name, 0xffff, "partition name");
    Fields.checked(kernelCommit, 0xffff, "kernel commit");
    Fields.unsigned(columnWidth, 16, "column width");
    for (int column : startColumns) {
      Fields.unsigned(column, 16, "start column");
    }
    startColumns = List.copyOf(startColumns);
    images = List.copyOf(images);
  }

  /**
   * A device image with the groups of configurations in it.
   *
   * @param uuid its identity
   * @param image its bytes
   * @param groups its configurations
   */
  public record DeviceImage(UUID uuid, Bytes image, List<ConfigurationGroup> groups) {
    /** Copies the list. */
    public DeviceImage {
      groups = List.copyOf(groups);
    }
  }

  /**
   * A group of configuration data objects (CDO): what an image does for certain kernels.
   *
   * @param name its name
   * @param typeNumber the number of its {@link GroupType}, 0 to 255
   * @param imageId the id of its device image, unsigned
   * @param kernelIds the ids of the NPU kernels that use it
   * @param before the ids of groups that are loaded before it
   */
  public record ConfigurationGroup(
      String name, int typeNumber, long imageId, List<Long> kernelIds, List<Long> before) {
    /** Checks that name and number can be stored, and copies the lists. */
    public ConfigurationGroup {
      Fields.checked(name, 0xffff, "group name");
      Fields.unsigned(typeNumber, 8, "group type");
      kernelIds = List.copyOf(kernelIds);
      before = List.copyOf(before);
    }

    /** {@return what it is for, empty if the number is not a known one} */
    public Optional<GroupType> type() {
      return GroupType.of(typeNumber);
    }
  }

  /** The purpose of a group of configurations. */
  public enum GroupType {
    /** Not said. */
    UNKNOWN(0),
    /** The whole configuration. */
    PRIMARY(1),
    /** A configuration that changes between kernels. */
    LITE(2),
    /** A program that runs before and after inference. */
    PREPOST(3);

    private final int number;

    GroupType(int number) {
      this.number = number;
    }

    /** {@return the number of this type in the format} */
    public int number() {
      return number;
    }

    /**
     * Looks a number up.
     *
     * @param number the number in the format
     * @return the type, or empty if the number has no name here
     */
    public static Optional<GroupType> of(int number) {
      return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
  }

  /**
   * Decodes a section.
   *
   * @param section an AIE_PARTITION section
   * @return the partition
   * @throws XclbinException if it is of another kind, or a text, a list or an image lies outside
   */
  public static AiePartition decode(Section section) {
    section.require(SectionKind.AIE_PARTITION, SectionKind.AIE_PARTITION);
    var parts = Parts.of(section, HEADER);
    ByteBuffer fields = parts.fields();
    List<Integer> columns = new ArrayList<>();
    for (ByteBuffer column : parts.array(START_COLUMNS, Short.BYTES, "start columns")) {
      columns.add(Short.toUnsignedInt(column.getShort(0)));
    }
    List<DeviceImage> images = new ArrayList<>();
    for (ByteBuffer entry : parts.array(IMAGES, ENTRY, "device images")) {
      images.add(image(parts, entry));
    }
    // Files from before the commit was recorded have zeros there.
    String commit = fields.getInt(COMMIT) == 0 ? "" : parts.text(COMMIT, "kernel commit");
    return new AiePartition(
        parts.text(NAME, "name"),
        fields.getInt(OPERATIONS),
        fields.getLong(INFERENCE),
        fields.getLong(PRE_POST),
        commit,
        Short.toUnsignedInt(fields.getShort(COLUMN_WIDTH)),
        columns,
        images);
  }

  private static DeviceImage image(Parts parts, ByteBuffer entry) {
    List<ConfigurationGroup> groups = new ArrayList<>();
    for (ByteBuffer group : parts.array(entry, 24, ENTRY, "configuration groups")) {
      groups.add(
          new ConfigurationGroup(
              parts.text(group, 0, "group name"),
              Byte.toUnsignedInt(group.get(4)),
              group.getLong(8),
              longs(parts, group, 16, "kernel ids"),
              longs(parts, group, 24, "groups before it")));
    }
    Bytes image =
        parts.image(
            "device image",
            Integer.toUnsignedLong(entry.getInt(20)),
            Integer.toUnsignedLong(entry.getInt(16)));
    return new DeviceImage(Fields.uuid(entry, 0), image, groups);
  }

  private static List<Long> longs(Parts parts, ByteBuffer entry, int at, String what) {
    List<Long> numbers = new ArrayList<>();
    for (ByteBuffer number : parts.array(entry, at, Long.BYTES, what)) {
      numbers.add(number.getLong(0));
    }
    return numbers;
  }

  /** {@return an AIE_PARTITION section} */
  public Section toSection() {
    return AiePartitionWriter.write(this);
  }
}
