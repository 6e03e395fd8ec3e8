package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The monitors and other debug blocks of DEBUG_IP_LAYOUT.
 *
 * @param ips the blocks in file order
 */
public record DebugIpLayout(List<DebugIp> ips) {
  private static final Table TABLE = new Table(Table.Count.UINT16, 8, 144);

  /** Copies the list. */
  public DebugIpLayout {
    ips = List.copyOf(ips);
  }

  /**
   * A debug block.
   *
   * @param typeNumber what it is, 0 to 255
   * @param index its index among the blocks of its type, 0 to 65535
   * @param properties bits of its type, 0 to 255
   * @param major the first part of its version, 0 to 255
   * @param minor the second part of its version, 0 to 255
   * @param base its address, unsigned
   * @param name its name, at most 127 single-byte characters
   */
  public record DebugIp(
      int typeNumber, int index, int properties, int major, int minor, long base, String name) {
    private static final int NAME = 16;
    private static final int NAME_SIZE = 128;

    /** Checks that the numbers fit their fields. */
    public DebugIp {
      Fields.unsigned(typeNumber, 8, "debug block type");
      Fields.unsigned(index, 16, "debug block index");
      Fields.unsigned(properties, 8, "debug block properties");
      Fields.unsigned(major, 8, "debug block major version");
      Fields.unsigned(minor, 8, "debug block minor version");
    }

    static DebugIp read(ByteBuffer from) {
      return new DebugIp(
          Byte.toUnsignedInt(from.get(0)),
          Byte.toUnsignedInt(from.get(1)) | (Byte.toUnsignedInt(from.get(5)) << 8),
          Byte.toUnsignedInt(from.get(2)),
          Byte.toUnsignedInt(from.get(3)),
          Byte.toUnsignedInt(from.get(4)),
          from.getLong(8),
          Fields.text(from, NAME, NAME_SIZE));
    }

    void write(ByteBuffer to) {
      to.put(0, (byte) typeNumber);
      to.put(1, (byte) index);
      to.put(2, (byte) properties);
      to.put(3, (byte) major);
      to.put(4, (byte) minor);
      to.put(5, (byte) (index >>> 8));
      to.putLong(8, base);
      Fields.text(to, NAME, NAME_SIZE, name, "debug block name");
    }
  }

  /**
   * Decodes a section.
   *
   * @param section a DEBUG_IP_LAYOUT section
   * @return the blocks
   * @throws XclbinException if it is of another kind or its count does not fit its size
   */
  public static DebugIpLayout decode(Section section) {
    section.require(SectionKind.DEBUG_IP_LAYOUT, SectionKind.DEBUG_IP_LAYOUT);
    return new DebugIpLayout(TABLE.read(section, DebugIp::read));
  }

  /** {@return a DEBUG_IP_LAYOUT section} */
  public Section toSection() {
    return Section.of(
        SectionKind.DEBUG_IP_LAYOUT,
        TABLE.write(SectionKind.DEBUG_IP_LAYOUT, ips, (to, ip) -> ip.write(to)));
  }
}
