package dev.backplane.cli;

import dev.backplane.api.RegisterSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The features that registers tell of.
 *
 * @param headers those that could be read, in their order
 * @param problem why the list does not go on, if that is a mistake of the device
 */
record FeatureList(List<FeatureHeader> headers, Optional<String> problem) {
  /** More than any device has. */
  static final int MOST = 512;

  FeatureList {
    headers = List.copyOf(headers);
  }

  /** Reads a list from its start. It only goes forward, so that it comes to an end. */
  static FeatureList read(RegisterSpace space) {
    List<FeatureHeader> headers = new ArrayList<>();
    long size = space.size();
    for (long offset = 0; ; offset += headers.getLast().next()) {
      Optional<String> wrong = wrong(headers, offset, size);
      if (wrong.isPresent()) {
        return new FeatureList(headers, wrong);
      }
      FeatureHeader header = FeatureHeader.read(space, offset, size);
      if (!header.isOne()) {
        return new FeatureList(
            headers,
            Optional.of(
                "at 0x%x there is no feature header, but 0x%x".formatted(offset, header.word())));
      }
      headers.add(header);
      if (header.isLast() || header.next() == 0) {
        return new FeatureList(headers, Optional.empty());
      }
    }
  }

  private static Optional<String> wrong(List<FeatureHeader> before, long offset, long size) {
    if (offset > size - Long.BYTES) {
      return Optional.of(
          before.isEmpty()
              ? "the registers have %d bytes, too few for a feature header".formatted(size)
              : "the feature header at 0x%x names the next one at 0x%x, outside of 0x%x bytes"
                  .formatted(before.getLast().offset(), offset, size));
    }
    if (offset % Long.BYTES != 0) {
      return Optional.of(
          "the feature header at 0x%x names the next one at 0x%x, which is no multiple of 8"
              .formatted(before.getLast().offset(), offset));
    }
    return before.size() == MOST
        ? Optional.of("there are more than %d feature headers".formatted(MOST))
        : Optional.empty();
  }
}
