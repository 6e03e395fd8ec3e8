package dev.backplane.api.binary;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ImageFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Code for devices of one target, and what a runtime needs to know of it. Immutable; two are equal
 * if all of it is.
 *
 * @param target what it runs on: one of the targets of DPC++ ({@code spir64}, {@code
 *     spir64_x86_64}, {@code nvptx64}, ...), one that a driver declares, or a triple that begins
 *     with one
 * @param format what the code is; {@link ImageFormat#UNKNOWN} if nobody said
 * @param compileOptions what to compile it with, possibly empty
 * @param linkOptions what to link it with, possibly empty
 * @param entries the names of its kernels, as far as they are told
 * @param ranges for kernels that work on a range of items when started: the indices of their
 *     arguments whose values are the sizes of that range, one to three
 * @param propertySets properties by subject
 * @param labels further texts of the container that mean nothing here, by name
 * @param code the code
 */
public record DeviceBinary(
    String target,
    ImageFormat format,
    String compileOptions,
    String linkOptions,
    List<String> entries,
    Map<String, List<Integer>> ranges,
    List<PropertySet> propertySets,
    Map<String, String> labels,
    Content code) {
  /** The target of a descriptor that names none. */
  public static final String UNKNOWN_TARGET = "<unknown>";

  /** The target of source in OpenCL C. */
  public static final String SOURCE_TARGET = "opencl_c";

  /** The target of images of XRT, whatever else they name. */
  public static final String XCLBIN_TARGET = "xclbin";

  /** Copies lists and maps, and checks the ranges. */
  public DeviceBinary {
    entries = List.copyOf(entries);
    propertySets = List.copyOf(propertySets);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    Map<String, List<Integer>> copies = new LinkedHashMap<>();
    ranges.forEach((kernel, indices) -> copies.put(kernel, checked(kernel, indices)));
    ranges = Collections.unmodifiableMap(copies);
  }

  /**
   * A binary of which only target and code are known; the format is what the bytes tell.
   *
   * @param target what it runs on
   * @param code the code
   * @return the binary
   */
  public static DeviceBinary of(String target, Content code) {
    return new DeviceBinary(
        target, ImageFormat.of(code), "", "", List.of(), Map.of(), List.of(), Map.of(), code);
  }

  /**
   * Kernels in OpenCL C.
   *
   * @param source the text
   * @return the binary
   */
  public static DeviceBinary ofSource(String source) {
    return of(SOURCE_TARGET, Content.of(source)).withFormat(ImageFormat.SOURCE);
  }

  private static List<Integer> checked(String kernel, List<Integer> indices) {
    if (indices.isEmpty()
        || indices.size() > 3
        || indices.stream().anyMatch(index -> index < 0 || index > 0xFFFF)) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_INVALID,
              "kernel '" + kernel + "' ranges over the arguments " + indices)
          .remedy("Name one to three arguments by their index, the first is 0")
          .build();
    }
    return List.copyOf(indices);
  }

  /**
   * {@return the target without what follows the first dash of a triple, as descriptors of the
   * plugin interface spell it: {@code spir64} for {@code spir64-unknown-unknown}}
   */
  public String architecture() {
    int dash = target.indexOf('-');
    return dash < 0 ? target : target.substring(0, dash);
  }

  /**
   * {@return whether it is for a target: named by it, or by a triple that begins with it, or an
   * xclbin where that is wanted}
   */
  public boolean isFor(String wanted) {
    return target.equals(wanted)
        || architecture().equals(wanted)
        || (wanted.equals(XCLBIN_TARGET) && effectiveFormat() == ImageFormat.XCLBIN);
  }

  /** {@return the format: what was said, otherwise what the bytes tell} */
  public ImageFormat effectiveFormat() {
    return format == ImageFormat.UNKNOWN ? ImageFormat.of(code) : format;
  }

  /** {@return the indices of the arguments that a kernel ranges over, if it is said} */
  public Optional<List<Integer>> range(String kernel) {
    return Optional.ofNullable(ranges.get(kernel));
  }

  /** {@return the property set of a name, if there is one} */
  public Optional<PropertySet> propertySet(String name) {
    return propertySets.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** {@return this with another format} */
  public DeviceBinary withFormat(ImageFormat other) {
    return new DeviceBinary(
        target, other, compileOptions, linkOptions, entries, ranges, propertySets, labels, code);
  }

  /** {@return this with other options for the compiler and the linker} */
  public DeviceBinary withOptions(String compile, String link) {
    return new DeviceBinary(
        target, format, compile, link, entries, ranges, propertySets, labels, code);
  }

  /** {@return this with other kernel names} */
  public DeviceBinary withEntries(List<String> names) {
    return new DeviceBinary(
        target, format, compileOptions, linkOptions, names, ranges, propertySets, labels, code);
  }

  /**
   * {@return this with a range for a kernel}
   *
   * @param kernel its name
   * @param arguments the indices of the arguments that hold the sizes, one to three
   */
  public DeviceBinary withRange(String kernel, List<Integer> arguments) {
    Map<String, List<Integer>> more = new LinkedHashMap<>(ranges);
    more.put(kernel, arguments);
    return new DeviceBinary(
        target, format, compileOptions, linkOptions, entries, more, propertySets, labels, code);
  }

  /** {@return this with one more property set} */
  public DeviceBinary withPropertySet(PropertySet set) {
    List<PropertySet> more = new ArrayList<>(propertySets);
    more.add(set);
    return new DeviceBinary(
        target, format, compileOptions, linkOptions, entries, ranges, more, labels, code);
  }

  @Override
  public String toString() {
    return target + " (" + effectiveFormat().spelling() + ", " + code + ")";
  }
}
