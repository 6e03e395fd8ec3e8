package dev.backplane.runtime.selector;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pattern behind the colon of a term: {@code gpu}, {@code 0.1}, {@code *.*}, each also with
 * properties in brackets.
 *
 * @param excerpt where it stands
 * @param type the word for a family of devices, or null where numbers stand
 * @param numbers one to three numbers or {@link #ANY}; empty where a word stands
 * @param properties what else must hold
 * @param bare whether no properties were written
 */
record DevicePattern(
    Excerpt excerpt,
    @Nullable String type,
    List<Integer> numbers,
    PropertyTerms properties,
    boolean bare) {
  /** The wildcard among numbers. */
  static final int ANY = -1;

  /** The word for whatever is neither a processor nor a graphics processor. */
  private static final String ACCELERATOR = "acc";

  /** Words that need no device to be understood. */
  static final Set<String> KNOWN_TYPES =
      Set.of(
          DeviceType.CPU.name(),
          DeviceType.GPU.name(),
          DeviceType.FPGA.name(),
          DeviceType.OTHER.name(),
          ACCELERATOR);

  /** {@return whether this is every device, whatever it is} */
  boolean isEverything() {
    return bare && numbers.equals(List.of(ANY));
  }

  /** {@return whether the pattern is about parts of devices} */
  boolean isOfParts() {
    return numbers.size() > 1;
  }

  boolean matches(Candidate candidate) {
    List<Integer> path = candidate.path();
    return properties.matches(candidate.properties())
        && (type == null
            ? fits(path, numbers.size())
            : path.size() == 1 && isOfType(candidate.properties(), type));
  }

  /** {@return whether a candidate is a device whose parts this pattern asks for} */
  boolean isParent(Candidate candidate) {
    return isOfParts() && fits(candidate.path(), numbers.size() - 1);
  }

  private boolean fits(List<Integer> path, int levels) {
    if (path.size() != levels) {
      return false;
    }
    for (int i = 0; i < levels; i++) {
      if (numbers.get(i) != ANY && !numbers.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether a device is of a family, as a selector calls it} */
  static boolean isOfType(DeviceProperties device, String family) {
    DeviceType found = device.deviceType();
    return family.equals(ACCELERATOR)
        ? !found.equals(DeviceType.CPU) && !found.equals(DeviceType.GPU)
        : found.name().equals(family);
  }

  /** {@return the family asked for, if a search may be narrowed to it} */
  @Nullable DeviceType narrowType() {
    return type != null && KNOWN_TYPES.contains(type) && !type.equals(ACCELERATOR)
        ? new DeviceType(type)
        : null;
  }
}
