package dev.backplane.cli;

import dev.backplane.api.RegisterSpace;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A header of the list of features that the registers of an accelerator begin with, as CCI-P and
 * the kernel's DFL define it.
 *
 * @param offset where it lies
 * @param word its first 64 bits
 * @param guid its identifier, if headers of its kind have one
 */
record FeatureHeader(long offset, long word, Optional<UUID> guid) {
  static final int ACCELERATOR = 1;
  private static final int BUILDING_BLOCK = 2;
  private static final int PRIVATE_FEATURE = 3;
  private static final int INTERFACE_UNIT = 4;

  private static final int GUID_LOW = 8;
  private static final int GUID_HIGH = 16;

  /** Bytes of a header with its identifier. */
  static final int BYTES_WITH_GUID = 24;

  /** Reads the header at an offset; its identifier only where all of it is inside. */
  static FeatureHeader read(RegisterSpace space, long offset, long size) {
    FeatureHeader header = new FeatureHeader(offset, space.read64(offset), Optional.empty());
    if (!header.hasGuid() || offset > size - BYTES_WITH_GUID) {
      return header;
    }
    UUID guid = new UUID(space.read64(offset + GUID_HIGH), space.read64(offset + GUID_LOW));
    return new FeatureHeader(offset, header.word, Optional.of(guid));
  }

  private int bits(int high, int low) {
    return (int) (word >>> low & (1L << (high - low + 1)) - 1);
  }

  int type() {
    return bits(63, 60);
  }

  /** {@return the version of the header's form: 0, or 1 since all features have identifiers} */
  int version() {
    return bits(59, 52);
  }

  int id() {
    return bits(11, 0);
  }

  boolean isLast() {
    return bits(40, 40) != 0;
  }

  /** {@return how far it is to the next one; 0 ends the list too} */
  int next() {
    return bits(39, 16);
  }

  /** {@return whether it can be a header: registers that are not there read as zeros or ones} */
  boolean isOne() {
    return word != 0 && word != -1L;
  }

  private boolean hasGuid() {
    return switch (type()) {
      case ACCELERATOR, BUILDING_BLOCK, INTERFACE_UNIT -> true;
      case PRIVATE_FEATURE -> version() > 0;
      default -> false;
    };
  }

  private String kind() {
    return switch (type()) {
      case ACCELERATOR -> "accelerator";
      case BUILDING_BLOCK -> "building block";
      case PRIVATE_FEATURE -> "private feature";
      case INTERFACE_UNIT -> "interface unit";
      default -> "type " + type();
    };
  }

  /** An accelerator has a minor number too. */
  private String revision() {
    int major = bits(15, 12);
    return type() == ACCELERATOR ? major + "." + bits(51, 48) : "" + major;
  }

  /** {@return it as a line of a report} */
  Map<String, @Nullable Object> row() {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("offset", String.format(Locale.ROOT, "0x%05x", offset));
    row.put("type", kind());
    row.put("id", String.format(Locale.ROOT, "0x%03x", id()));
    row.put("revision", revision());
    row.put("header_version", version());
    row.put("guid", guid.map(UUID::toString).orElse(null));
    return row;
  }
}
