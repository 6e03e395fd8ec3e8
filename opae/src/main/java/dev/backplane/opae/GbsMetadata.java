package dev.backplane.opae;

import dev.backplane.api.Image;
import dev.backplane.api.binary.Content;
import dev.backplane.api.opae.UserClock;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The metadata of a green bitstream, which nothing is believed of before it is checked. */
final class GbsMetadata {
  private final Image image;
  private final JsonNode root;

  GbsMetadata(Image image, JsonNode root) {
    this.image = image;
    this.root = root;
  }

  Gbs bitstream(String text, Content payload) {
    JsonNode afu = root.path("afu-image");
    Gbs.checkFixed(image, root, afu);
    JsonNode cluster = afu.path("accelerator-clusters").path(0);
    String name = cluster.path("name").asString("");
    return new Gbs(
        id(cluster, "accelerator-type-uuid"),
        name.isBlank() ? "accelerator" : name,
        id(afu, "interface-uuid"),
        clocks(afu),
        text,
        payload);
  }

  private UUID id(JsonNode node, String key) {
    String text = node.path(key).asString("");
    // UUID.fromString takes shorter parts too.
    if (!text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      throw Gbs.invalid(
              image, "its metadata have '%s' for '%s', which is no id".formatted(text, key))
          .build();
    }
    return UUID.fromString(text);
  }

  /** Both or none; tools write 0 where an accelerator does not care, and floating numbers. */
  private Optional<UserClock.Frequencies> clocks(JsonNode afu) {
    long high = megahertz(afu, "clock-frequency-high");
    long low = megahertz(afu, "clock-frequency-low");
    return high == 0 ? Optional.empty() : Optional.of(new UserClock.Frequencies(high, low));
  }

  private long megahertz(JsonNode afu, String key) {
    JsonNode value = afu.path(key);
    if (value.isMissingNode() || value.isString()) {
      // "auto" and the like: what the tools found is in the payload alone.
      return 0;
    }
    double number = value.asDouble(-1);
    if (!(number >= 0 && number <= 100_000)) {
      throw Gbs.invalid(image, "its '%s' is %s, which is no frequency".formatted(key, value))
          .build();
    }
    return Math.round(number);
  }
}
