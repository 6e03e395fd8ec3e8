package dev.backplane.api.binary;

import java.util.List;
import java.util.Optional;

/**
 * Properties of a device binary on one subject. Immutable.
 *
 * @param name the subject, for example {@code SYCL/specialization constants}
 * @param properties the properties, in the order of the file
 */
public record PropertySet(String name, List<BinaryProperty> properties) {
  /**
   * Properties that compilers of SYCL leave about kernels, for example required sizes of work
   * groups.
   */
  public static final String PROGRAM_METADATA = "SYCL/program metadata";

  /** Copies the list. */
  public PropertySet {
    properties = List.copyOf(properties);
  }

  /** {@return the property of a name, if the set has it} */
  public Optional<BinaryProperty> property(String wanted) {
    return properties.stream().filter(each -> each.name().equals(wanted)).findFirst();
  }
}
