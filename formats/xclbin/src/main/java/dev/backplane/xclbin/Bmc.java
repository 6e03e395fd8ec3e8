package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The firmware of the board management controller, from the BMC section.
 *
 * @param imageName what it is for, at most 63 single-byte characters
 * @param deviceName the board, at most 63 characters
 * @param version its version, at most 63 characters
 * @param md5 the checksum of the image as text, at most 32 characters
 * @param image the firmware
 */
public record Bmc(String imageName, String deviceName, String version, String md5, Bytes image) {
  private static final int HEADER = 248;
  private static final int OFFSET = 0;
  private static final int SIZE = 8;
  private static final int IMAGE_NAME = 16;
  private static final int DEVICE_NAME = 80;
  private static final int VERSION = 144;
  private static final int NAME_SIZE = 64;
  private static final int MD5 = 208;
  private static final int MD5_SIZE = 33;

  /**
   * Decodes a section.
   *
   * @param section a BMC section
   * @return the firmware
   * @throws XclbinException if it is of another kind or the image lies outside of it
   */
  public static Bmc decode(Section section) {
    section.require(SectionKind.BMC, SectionKind.BMC);
    var parts = Parts.of(section, HEADER);
    var fields = parts.fields();
    return new Bmc(
        Fields.text(fields, IMAGE_NAME, NAME_SIZE),
        Fields.text(fields, DEVICE_NAME, NAME_SIZE),
        Fields.text(fields, VERSION, NAME_SIZE),
        Fields.text(fields, MD5, MD5_SIZE),
        parts.image("image", fields.getLong(OFFSET), fields.getLong(SIZE)));
  }

  /** {@return a BMC section} */
  public Section toSection() {
    var bytes = new byte[HEADER + image.size()];
    var fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    fields.putLong(OFFSET, HEADER);
    fields.putLong(SIZE, image.size());
    Fields.text(fields, IMAGE_NAME, NAME_SIZE, imageName, "BMC image name");
    Fields.text(fields, DEVICE_NAME, NAME_SIZE, deviceName, "BMC device name");
    Fields.text(fields, VERSION, NAME_SIZE, version, "BMC version");
    Fields.text(fields, MD5, MD5_SIZE, md5, "BMC checksum");
    image.copyTo(bytes, HEADER);
    return Section.of(SectionKind.BMC, Bytes.owned(bytes));
  }
}
