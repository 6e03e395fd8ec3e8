package dev.backplane.cli.opae;

import dev.backplane.api.RegisterSpace;
import dev.backplane.opae.abi.FeatureHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The features that registers tell of.
 *
 * @param features those that could be read, in their order
 * @param problem why the list does not go on, if that is a mistake of the device
 */
record FeatureList(List<Feature> features, Optional<String> problem) {
  /** More than any device has. */
  static final int MOST = 512;

  FeatureList {
    features = List.copyOf(features);
  }

  /** Reads a list from its start. It only goes forward, so that it comes to an end. */
  static FeatureList read(RegisterSpace space) {
    List<Feature> features = new ArrayList<>();
    long size = space.size();
    for (long offset = 0; ; offset += features.getLast().header().next()) {
      Optional<String> wrong = wrong(features, offset, size);
      if (wrong.isPresent()) {
        return new FeatureList(features, wrong);
      }
      Feature feature = Feature.read(space, offset, size);
      FeatureHeader header = feature.header();
      if (!header.isOne()) {
        return new FeatureList(
            features,
            Optional.of(
                "at 0x%x there is no feature header, but 0x%x".formatted(offset, header.word())));
      }
      features.add(feature);
      if (header.isLast() || header.next() == 0) {
        return new FeatureList(features, Optional.empty());
      }
    }
  }

  private static Optional<String> wrong(List<Feature> before, long offset, long size) {
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
