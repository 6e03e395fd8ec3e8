package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The fixed 456 bytes at the start of a container ({@code axlf} and {@code axlf_header}). Fields
 * that follow from the rest of the file (its length, the number of sections, the length of the
 * signature) are set when the file is built; bytes without a meaning are kept as they were read.
 */
public final class XclbinHeader {
  static final int SIZE = 456;

  /** Value of the signature length of a file without a signature. */
  static final int UNSIGNED = -1;

  private static final byte[] MAGIC = "xclbin2\0".getBytes(StandardCharsets.US_ASCII);
  static final int SIGNATURE_LENGTH = 8;
  private static final int RESERVED = 12;
  private static final int KEY_BLOCK = 40;
  private static final int UNIQUE_ID = 296;
  static final int LENGTH = 304;
  private static final int TIMESTAMP = 312;
  private static final int FEATURE_ROM_TIMESTAMP = 320;
  private static final int VERSION_PATCH = 328;
  private static final int VERSION_MAJOR = 330;
  private static final int VERSION_MINOR = 331;
  private static final int MODE = 332;
  private static final int ACTION_MASK = 334;
  private static final int INTERFACE_UUID = 336;
  private static final int PLATFORM = 352;
  private static final int PLATFORM_SIZE = 64;
  static final int IMAGE_UUID = 416;
  private static final int DEBUG_BIN = 432;
  private static final int DEBUG_BIN_SIZE = 16;
  static final int SECTIONS = 448;

  private static final XclbinHeader BLANK = new XclbinHeader(Bytes.owned(blankBytes()));

  private final Bytes fixed;
  private final ByteBuffer fields;

  private XclbinHeader(Bytes fixed) {
    this.fixed = fixed;
    this.fields = fixed.buffer();
  }

  /** Takes the fixed part of a file that is long enough. */
  static XclbinHeader of(Bytes file) {
    return new XclbinHeader(Bytes.of(file.slice(0, SIZE).toArray()));
  }

  /**
   * A header to start from: no signature, mode FLAT, version 2.13.466 (the release whose rules are
   * followed here; readers compare the major number), all else unset.
   *
   * @return the header
   */
  public static XclbinHeader blank() {
    return BLANK;
  }

  /** {@return whether the bytes start as every container does} */
  static boolean hasMagic(Bytes file) {
    return file.size() >= MAGIC.length && file.slice(0, MAGIC.length).equals(Bytes.owned(MAGIC));
  }

  /** {@return the identity of the image; all zero if none was set} */
  public UUID uuid() {
    return Fields.uuid(fields, IMAGE_UUID);
  }

  /** {@return the interface the image must be loaded on top of; all zero if none was set} */
  public UUID interfaceUuid() {
    return Fields.uuid(fields, INTERFACE_UUID);
  }

  /** {@return the platform id, the first half of what is otherwise the interface uuid} */
  public long platformId() {
    return fields.getLong(INTERFACE_UUID);
  }

  /** {@return the feature id, the second half of what is otherwise the interface uuid} */
  public long featureId() {
    return fields.getLong(INTERFACE_UUID + 8);
  }

  /** {@return the platform, as vendor:board:name:version or vendor_board_name_version} */
  public String platform() {
    return Fields.text(fields, PLATFORM, PLATFORM_SIZE);
  }

  /** {@return the number of the mode} */
  public int modeNumber() {
    return Short.toUnsignedInt(fields.getShort(MODE));
  }

  /** {@return the mode, empty if its number is not a known one} */
  public Optional<XclbinMode> mode() {
    return XclbinMode.of(modeNumber());
  }

  /** {@return what to do at load; bit 0 asks for the AI engine to be loaded} */
  public int actionMask() {
    return Short.toUnsignedInt(fields.getShort(ACTION_MASK));
  }

  /** {@return a number by which a driver sees that it has the image already} */
  public long uniqueId() {
    return fields.getLong(UNIQUE_ID);
  }

  /** {@return when the file was made, in seconds since 1970; 0 if not said} */
  public long timestamp() {
    return fields.getLong(TIMESTAMP);
  }

  /** {@return when the feature ROM was made, in seconds since 1970; 0 on modern shells} */
  public long featureRomTimestamp() {
    return fields.getLong(FEATURE_ROM_TIMESTAMP);
  }

  /** {@return the first part of the version of the tools} */
  public int versionMajor() {
    return Byte.toUnsignedInt(fields.get(VERSION_MAJOR));
  }

  /** {@return the second part of the version of the tools} */
  public int versionMinor() {
    return Byte.toUnsignedInt(fields.get(VERSION_MINOR));
  }

  /** {@return the third part of the version of the tools} */
  public int versionPatch() {
    return Short.toUnsignedInt(fields.getShort(VERSION_PATCH));
  }

  /** {@return the version of the tools, such as 2.13.466} */
  public String version() {
    return versionMajor() + "." + versionMinor() + "." + versionPatch();
  }

  /** {@return the name of the debug file, 16 bytes} */
  public Bytes debugBin() {
    return fixed.slice(DEBUG_BIN, DEBUG_BIN_SIZE);
  }

  /** {@return the 256 bytes for a key, all 0xFF when unused} */
  public Bytes keyBlock() {
    return fixed.slice(KEY_BLOCK, UNIQUE_ID - KEY_BLOCK);
  }

  /** {@return this header with another image identity} */
  public XclbinHeader withUuid(UUID uuid) {
    return edit(b -> Fields.uuid(b, IMAGE_UUID, uuid));
  }

  /** {@return this header with another interface} */
  public XclbinHeader withInterfaceUuid(UUID uuid) {
    return edit(b -> Fields.uuid(b, INTERFACE_UUID, uuid));
  }

  /** {@return this header for another platform, at most 63 characters} */
  public XclbinHeader withPlatform(String vbnv) {
    return edit(b -> Fields.text(b, PLATFORM, PLATFORM_SIZE, vbnv, "platform name"));
  }

  /** {@return this header with another mode} */
  public XclbinHeader withMode(XclbinMode mode) {
    return edit(b -> b.putShort(MODE, (short) mode.number()));
  }

  /** {@return this header with another action mask, 16 bits} */
  public XclbinHeader withActionMask(int mask) {
    return edit(b -> b.putShort(ACTION_MASK, (short) Fields.unsigned(mask, 16, "action mask")));
  }

  /** {@return this header with another unique id} */
  public XclbinHeader withUniqueId(long id) {
    return edit(b -> b.putLong(UNIQUE_ID, id));
  }

  /** {@return this header with another time of making, in seconds since 1970} */
  public XclbinHeader withTimestamp(long seconds) {
    return edit(b -> b.putLong(TIMESTAMP, seconds));
  }

  /** {@return this header with another time of the feature ROM, in seconds since 1970} */
  public XclbinHeader withFeatureRomTimestamp(long seconds) {
    return edit(b -> b.putLong(FEATURE_ROM_TIMESTAMP, seconds));
  }

  /** {@return this header with another version: two 8-bit numbers and one of 16 bits} */
  public XclbinHeader withVersion(int major, int minor, int patch) {
    return edit(
        b -> {
          b.put(VERSION_MAJOR, (byte) Fields.unsigned(major, 8, "major version"));
          b.put(VERSION_MINOR, (byte) Fields.unsigned(minor, 8, "minor version"));
          b.putShort(VERSION_PATCH, (short) Fields.unsigned(patch, 16, "patch version"));
        });
  }

  int signatureLength() {
    return fields.getInt(SIGNATURE_LENGTH);
  }

  long fileLength() {
    return fields.getLong(LENGTH);
  }

  int sectionCount() {
    return fields.getInt(SECTIONS);
  }

  /** {@return this header for a file of these sizes} */
  XclbinHeader sized(int signatureLength, long fileLength, int sections) {
    return edit(
        b -> {
          b.putInt(SIGNATURE_LENGTH, signatureLength);
          b.putLong(LENGTH, fileLength);
          b.putInt(SECTIONS, sections);
        });
  }

  Bytes fixed() {
    return fixed;
  }

  private XclbinHeader edit(Consumer<ByteBuffer> change) {
    byte[] bytes = fixed.toArray();
    change.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    return new XclbinHeader(Bytes.owned(bytes));
  }

  private static byte[] blankBytes() {
    var bytes = new byte[SIZE];
    var b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    b.put(0, MAGIC);
    b.putInt(SIGNATURE_LENGTH, UNSIGNED);
    for (int i = RESERVED; i < UNIQUE_ID; i++) {
      bytes[i] = (byte) 0xff;
    }
    b.put(VERSION_MAJOR, (byte) 2);
    b.put(VERSION_MINOR, (byte) 13);
    b.putShort(VERSION_PATCH, (short) 466);
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof XclbinHeader that && fixed.equals(that.fixed);
  }

  @Override
  public int hashCode() {
    return fixed.hashCode();
  }

  @Override
  public String toString() {
    return "%s, %s, version %s, uuid %s"
        .formatted(
            platform(),
            mode().map(XclbinMode::name).orElse("mode " + modeNumber()),
            version(),
            uuid());
  }
}
