package dev.backplane.drivers.opencl.icd;

/**
 * A platform of an OpenCL implementation.
 *
 * @param handle its {@code cl_platform_id}
 * @param table where its functions are
 * @param name what it calls itself
 * @param version {@code OpenCL 3.0 ...}
 * @param suffix what its extensions end in, empty if it is called by name
 * @param library what was asked of the dynamic linker for it
 * @param namedBy what names that library
 */
public record ClPlatform(
    long handle,
    ClTable table,
    String name,
    String version,
    String suffix,
    String library,
    String namedBy) {
  @Override
  public String toString() {
    return name + " (" + version + ")";
  }
}
