package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Image;
import java.util.ArrayList;
import java.util.List;

/**
 * Several device binaries as one image: the same kernels for different devices, each of which takes
 * what fits it most. Immutable.
 *
 * @param name what to call it in messages
 * @param binaries what is in it, in order
 */
public record BinaryContainer(String name, List<DeviceBinary> binaries) {
  /** Copies the list. */
  public BinaryContainer {
    binaries = List.copyOf(binaries);
  }

  /**
   * Reads a container.
   *
   * @param image its file
   * @return what is in it
   * @throws dev.backplane.api.BackplaneException {@code IMAGE_INVALID} or {@code IMAGE_TRUNCATED}
   *     saying where it is wrong
   */
  public static BinaryContainer read(Image image) {
    List<OffloadBinary> entries = OffloadBinary.readAll(image.name(), image.content());
    List<DeviceBinary> binaries = new ArrayList<>();
    for (OffloadBinary each : entries) {
      try {
        binaries.add(ContainerTexts.read(each));
      } catch (BackplaneException e) {
        throw e.with()
            .during("read container")
            .on("%s, binary %d".formatted(image.name(), binaries.size()))
            .build();
      }
    }
    return new BinaryContainer(image.name(), binaries);
  }

  /**
   * {@return the container as an image, to load or to write to a file; the same binaries make the
   * same bytes}
   */
  public Image toImage() {
    return Image.of(
        name, OffloadBinary.writeAll(binaries.stream().map(ContainerTexts::write).toList()));
  }
}
