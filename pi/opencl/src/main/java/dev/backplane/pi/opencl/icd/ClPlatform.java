package dev.backplane.pi.opencl.icd;

import dev.backplane.ffi.RawMemory;
import java.lang.foreign.MemorySegment;

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
  /** {@return a function of an extension by its name, or NULL} */
  public MemorySegment extension(String function) {
    return table.extension(handle, function);
  }

  /**
   * {@return what speaks against a handle being of an object of this platform, empty if nothing
   * does} Objects begin with the address of the dispatch table; of platforms that are called by
   * name only the memory can be looked at.
   */
  public String against(long object) {
    if (!new ProcessMemory().readable(object, Long.BYTES)) {
      return "there is no memory";
    }
    return table.address() == 0 || RawMemory.getLong(object) == table.address()
        ? ""
        : "it does not begin with the dispatch table of " + name;
  }

  /** {@return what speaks against memory that the platform has mapped, empty if nothing does} */
  public String againstMemory(long address, long bytes) {
    return new ProcessMemory().readable(address, bytes) ? "" : "there is no memory";
  }

  @Override
  public String toString() {
    return name + " (" + version + ")";
  }
}
