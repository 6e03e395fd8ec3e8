package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Selects the binary that a device takes from several device binaries.
 *
 * <ol>
 *   <li>For each target that the device takes, the most wanted first: the first binary of that
 *       target.
 *   <li>Otherwise the <em>last</em> binary of the target {@code spir64}, if the device takes it.
 *   <li>Otherwise the last binary in OpenCL C, if the device takes source.
 * </ol>
 *
 * With the one target of its type a device follows the rule of {@code piextDeviceSelectBinary} in
 * the first two steps; targets that a driver declares, and source, are our own.
 */
public final class BinarySelection {
  private BinarySelection() {}

  /**
   * Selects by the rule of the plugin interface alone, as {@code piextDeviceSelectBinary} does.
   *
   * @param targets the targets of the binaries, exactly as their descriptors spell them
   * @param piDeviceType the device's {@code pi_device_type}
   * @return the index of the binary that it takes, if there is one
   */
  public static OptionalInt index(List<String> targets, long piDeviceType) {
    String wanted = BinaryTargets.targetOf(piDeviceType);
    int exact = targets.indexOf(wanted);
    int index = exact >= 0 ? exact : targets.lastIndexOf(BinaryTargets.PORTABLE);
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /**
   * Selects by what a device takes.
   *
   * @param binaries what there is
   * @param takes what it takes
   * @return the index of the binary that it takes, if there is one
   */
  public static OptionalInt index(List<DeviceBinary> binaries, BinaryTargets takes) {
    for (String wanted : takes.exact()) {
      for (int i = 0; i < binaries.size(); i++) {
        if (binaries.get(i).isFor(wanted)) {
          return OptionalInt.of(i);
        }
      }
    }
    OptionalInt portable = OptionalInt.empty();
    if (takes.portable()) {
      portable = last(binaries.size(), i -> binaries.get(i).isFor(BinaryTargets.PORTABLE));
    }
    if (portable.isPresent() || !takes.source()) {
      return portable;
    }
    return last(
        binaries.size(),
        i ->
            binaries.get(i).format() == ImageFormat.SOURCE
                || binaries.get(i).isFor(DeviceBinary.SOURCE_TARGET));
  }

  /**
   * Selects by what a device takes; something has to fit.
   *
   * @param binaries what there is
   * @param takes what it takes
   * @return the index of the binary that it takes
   * @throws BackplaneException {@link ErrorCode#IMAGE_PLATFORM_MISMATCH}, which is the interface's
   *     {@code INVALID_BINARY}, naming what there was and what was wanted
   */
  public static int select(List<DeviceBinary> binaries, BinaryTargets takes) {
    return index(binaries, takes)
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.IMAGE_PLATFORM_MISMATCH,
                        "the device takes %s; the container has %s"
                            .formatted(takes, binaries.isEmpty() ? "nothing" : listed(binaries)))
                    .during("select binary")
                    .remedy("Add a binary that it takes, with 'backplane image pack'")
                    .build());
  }

  private static String listed(List<DeviceBinary> binaries) {
    return String.join(", ", binaries.stream().map(DeviceBinary::toString).toList());
  }

  private static OptionalInt last(int size, IntPredicate fits) {
    for (int i = size - 1; i >= 0; i--) {
      if (fits.test(i)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
