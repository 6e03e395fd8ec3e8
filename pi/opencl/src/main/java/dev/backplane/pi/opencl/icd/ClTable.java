package dev.backplane.pi.opencl.icd;

import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of an OpenCL implementation: from the dispatch table that its objects begin with,
 * or, where it has no such table, by their names in the library. A function that it does not have
 * is NULL. Immutable.
 */
public final class ClTable {
  private final Map<String, MemorySegment> functions = new HashMap<>();
  private final long address;

  private ClTable(long address) {
    this.address = address;
  }

  /** Reads the first slots of a dispatch table. */
  static ClTable at(long address, int slots) {
    ClTable table = new ClTable(address);
    for (int slot = 0; slot < slots; slot++) {
      long function = RawMemory.getLong(address + 8L * slot);
      if (function != 0) {
        table.functions.put(ClNames.ALL.get(slot), MemorySegment.ofAddress(function));
      }
    }
    return table;
  }

  /** Takes what a library exports. */
  static ClTable of(NativeLibrary library) {
    ClTable table = new ClTable(0);
    for (String name : ClNames.ALL) {
      library.find(name).ifPresent(function -> table.functions.put(name, function));
    }
    return table;
  }

  /** {@return where the dispatch table is, 0 if functions are called by name} */
  public long address() {
    return address;
  }

  /** {@return a function of the standard by its name, or NULL} */
  public MemorySegment function(String name) {
    return functions.getOrDefault(name, MemorySegment.NULL);
  }

  /** {@return the names of the functions that are there and no code} */
  List<String> broken(ProcessMemory memory) {
    return ClNames.ALL.stream()
        .filter(name -> functions.containsKey(name))
        .filter(name -> !memory.executable(function(name).address()))
        .toList();
  }

  /** {@return a function of an extension of a platform by its name, or NULL} */
  public MemorySegment extension(long platform, String name) {
    MemorySegment byPlatform = function("clGetExtensionFunctionAddressForPlatform");
    if (byPlatform.address() == 0) {
      return lookUp(function("clGetExtensionFunctionAddress"), name);
    }
    try (Slab.Frame frame = Slab.frame()) {
      return MemorySegment.ofAddress(
          WordCalls.call(byPlatform, platform, CText.write(name, frame).address()));
    }
  }

  /** {@return what a {@code clGetExtensionFunctionAddress} has under a name, or NULL} */
  static MemorySegment lookUp(MemorySegment getter, String name) {
    if (getter.address() == 0) {
      return MemorySegment.NULL;
    }
    try (Slab.Frame frame = Slab.frame()) {
      return MemorySegment.ofAddress(WordCalls.call(getter, CText.write(name, frame).address()));
    }
  }
}
