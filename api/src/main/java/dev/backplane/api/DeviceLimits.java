package dev.backplane.api;

import java.util.List;
import java.util.Optional;

/**
 * How much a device can do at once. What a device does not tell is {@link Long#MAX_VALUE}.
 *
 * @param computeUnits how many groups it works on at the same time; 0 if it does not tell
 * @param largestGroup the most work items of a group; a kernel may have less, {@link
 *     Call#largestGroup}
 * @param largestGroupSizes the most work items of a group in each dimension
 * @param globalMemory how many bytes of memory it has
 * @param largestAllocation the most bytes that one buffer can have
 * @param localMemory how many bytes a group can have for itself
 * @param images the largest images, if it has images
 */
public record DeviceLimits(
    int computeUnits,
    long largestGroup,
    List<Long> largestGroupSizes,
    long globalMemory,
    long largestAllocation,
    long localMemory,
    Optional<ImageLimits> images) {
  /** Copies the list. */
  public DeviceLimits {
    largestGroupSizes = List.copyOf(largestGroupSizes);
  }

  /**
   * The largest images, in pixels.
   *
   * @param width2 the width of one of two dimensions
   * @param height2 its height
   * @param width3 the width of one of three dimensions
   * @param height3 its height
   * @param depth3 its depth
   */
  public record ImageLimits(long width2, long height2, long width3, long height3, long depth3) {}
}
