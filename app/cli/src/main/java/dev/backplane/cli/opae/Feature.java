package dev.backplane.cli.opae;

import dev.backplane.api.RegisterSpace;
import dev.backplane.cli.report.Report;
import dev.backplane.opae.abi.FeatureHeader;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A feature that the registers of an accelerator tell of.
 *
 * @param offset where its header lies
 * @param header its header
 * @param guid its identifier, if headers of its kind have one
 */
record Feature(long offset, FeatureHeader header, Optional<UUID> guid) {
  private static final int GUID_LOW = 8;
  private static final int GUID_HIGH = 16;

  /** Bytes of a header with its identifier. */
  static final int BYTES_WITH_GUID = 24;

  /** Reads the feature at an offset; its identifier only where all of it is inside. */
  static Feature read(RegisterSpace space, long offset, long size) {
    Feature feature =
        new Feature(offset, new FeatureHeader(space.read64(offset)), Optional.empty());
    if (!feature.hasGuid() || offset > size - BYTES_WITH_GUID) {
      return feature;
    }
    UUID guid = new UUID(space.read64(offset + GUID_HIGH), space.read64(offset + GUID_LOW));
    return new Feature(offset, feature.header, Optional.of(guid));
  }

  private boolean hasGuid() {
    return switch (header.type()) {
      case FeatureHeader.ACCELERATOR, FeatureHeader.BUILDING_BLOCK, FeatureHeader.INTERFACE_UNIT ->
          true;
      case FeatureHeader.PRIVATE_FEATURE -> header.version() > 0;
      default -> false;
    };
  }

  private String kind() {
    return switch (header.type()) {
      case FeatureHeader.ACCELERATOR -> "accelerator";
      case FeatureHeader.BUILDING_BLOCK -> "building block";
      case FeatureHeader.PRIVATE_FEATURE -> "private feature";
      case FeatureHeader.INTERFACE_UNIT -> "interface unit";
      default -> "type " + header.type();
    };
  }

  /** An accelerator has a minor number too. */
  private String revision() {
    int major = header.revision();
    return header.type() == FeatureHeader.ACCELERATOR
        ? major + "." + header.minorRevision()
        : "" + major;
  }

  /** A line for a feature. */
  record Row(
      String offset,
      String type,
      String id,
      String revision,
      int headerVersion,
      @Nullable String guid)
      implements Report {}

  /** {@return it as a line of a report} */
  Row row() {
    return new Row(
        String.format(Locale.ROOT, "0x%05x", offset),
        kind(),
        String.format(Locale.ROOT, "0x%03x", header.id()),
        revision(),
        header.version(),
        guid.map(UUID::toString).orElse(null));
  }
}
