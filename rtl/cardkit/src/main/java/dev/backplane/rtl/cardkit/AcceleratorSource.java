package dev.backplane.rtl.cardkit;

import dev.backplane.driverkit.ConfigurationNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The source of the accelerator of a card at power-up: a Java class, an image, or the card's own
 * accelerator.
 *
 * @param type the name of the class, if one is named
 * @param image the image, if one is named; never both
 * @param options the options by which it is executed, and those of what is loaded later
 */
public record AcceleratorSource(
    Optional<String> type, Optional<Path> image, EngineOptions options) {
  /** The keys that {@link #read} takes. */
  public static final List<String> KEYS =
      Stream.concat(Stream.of("afu", "image"), EngineOptions.KEYS.stream()).toList();

  /** The source of a card whose configuration names none. */
  public static final AcceleratorSource USUAL =
      new AcceleratorSource(Optional.empty(), Optional.empty(), EngineOptions.USUAL);

  /**
   * Reads the keys that are there.
   *
   * @param node the object that has them
   * @param base what holds where it says nothing
   * @return the source
   */
  public static AcceleratorSource read(ConfigurationNode node, AcceleratorSource base) {
    if (node.has("afu") && node.has("image")) {
      throw node.wrong("has 'afu' and 'image'; name the class or the image, not both");
    }
    Optional<String> type = node.get("afu").map(ConfigurationNode::text);
    Optional<Path> image = node.get("image").map(ConfigurationNode::file);
    boolean says = type.isPresent() || image.isPresent();
    return new AcceleratorSource(
        says ? type : base.type(),
        says ? image : base.image(),
        EngineOptions.read(node, base.options()));
  }
}
