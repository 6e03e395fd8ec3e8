package dev.backplane.pi.opencl.icd;

import dev.backplane.ffi.CText;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.NativeLibraryMissing;
import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Loads a library and asks it for its platforms: through the two functions that an ICD-compatible
 * one has, or by the names of OpenCL's own functions where it exports these instead. What it gives
 * is looked at before it is used.
 */
final class Implementation {
  private static final int NAME = 0x902;
  private static final int VERSION = 0x901;
  private static final int SUFFIX = 0x920;
  private static final int MOST_PLATFORMS = 256;
  private static final int LONGEST_TEXT = 1 << 16;

  private final Candidate candidate;
  private final Consumer<String> step;
  private final List<ClPlatform> platforms = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final ProcessMemory memory = new ProcessMemory();

  private Implementation(Candidate candidate, Consumer<String> step) {
    this.candidate = candidate;
    this.step = step;
  }

  /**
   * The platforms of a library.
   *
   * @param platforms those that can be used
   * @param problems why others cannot
   */
  record Found(List<ClPlatform> platforms, List<String> problems) {
    @Override
    public String toString() {
      List<String> all = new ArrayList<>();
      platforms.forEach(platform -> all.add("platform " + platform));
      all.addAll(problems);
      return String.join("; ", all);
    }
  }

  /**
   * Loads a library, which may do to the process what it likes, and looks.
   *
   * @param step is told of each step before it is done
   */
  static Found load(Candidate candidate, Consumer<String> step) {
    Implementation found = new Implementation(candidate, step);
    try (HandlerGuard _ = HandlerGuard.begin()) {
      step.accept("loading it");
      found.look(NativeLibrary.open(candidate.library()));
    } catch (NativeLibraryMissing e) {
      found.problems.add("does not load: " + e.reason());
    }
    return new Found(List.copyOf(found.platforms), List.copyOf(found.problems));
  }

  private void look(NativeLibrary library) {
    MemorySegment getter = library.find("clGetExtensionFunctionAddress").orElse(MemorySegment.NULL);
    step.accept("clGetExtensionFunctionAddress");
    MemorySegment list = ClTable.lookUp(getter, "clIcdGetPlatformIDsKHR");
    if (list.address() != 0) {
      if (memory.executable(list.address())) {
        icd(list);
      } else {
        problems.add(
            "its clIcdGetPlatformIDsKHR is at %#x, where is no code".formatted(list.address()));
      }
      return;
    }
    ClTable byName = ClTable.of(library);
    for (String needed : List.of("clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs")) {
      if (byName.function(needed).address() == 0) {
        problems.add(
            getter.address() == 0
                ? "is no OpenCL implementation: it has neither clGetExtensionFunctionAddress nor "
                    + needed
                : "its clGetExtensionFunctionAddress has no clIcdGetPlatformIDsKHR, and it has no "
                    + needed);
        return;
      }
    }
    for (long platform : list("clGetPlatformIDs", byName.function("clGetPlatformIDs"))) {
      if (platform != 0) {
        step.accept("clGetPlatformInfo");
        add(platform, byName, text(byName, platform, VERSION), "");
      }
    }
  }

  private void icd(MemorySegment list) {
    for (long platform : list("clIcdGetPlatformIDsKHR", list)) {
      step.accept("the dispatch table of platform 0x" + Long.toHexString(platform));
      if (!memory.readable(platform, Long.BYTES)) {
        problems.add("gives a platform at %#x, where is no memory".formatted(platform));
        continue;
      }
      long table = RawMemory.getLong(platform);
      if (!memory.readable(table, 2 * Long.BYTES)) {
        problems.add(
            table == 0
                ? "gives a platform without dispatch table"
                : "gives a platform whose dispatch table is at %#x, where is no memory"
                    .formatted(table));
        continue;
      }
      icd(platform, table);
    }
  }

  private void icd(long platform, long address) {
    ClTable first = ClTable.at(address, 2);
    if (first.function("clGetPlatformInfo").address() == 0 || !first.broken(memory).isEmpty()) {
      problems.add("gives a platform whose dispatch table has no clGetPlatformInfo");
      return;
    }
    step.accept("clGetPlatformInfo");
    String version = text(first, platform, VERSION);
    int slots = ClNames.slots(version);
    if (!memory.readable(address, 8L * slots)) {
      problems.add("gives a platform whose dispatch table is shorter than " + slots + " slots");
      return;
    }
    ClTable table = ClTable.at(address, slots);
    List<String> broken = table.broken(memory);
    if (!broken.isEmpty()) {
      problems.add("gives a platform in whose dispatch table there is no code for " + broken);
      return;
    }
    String suffix = text(table, platform, SUFFIX);
    if (suffix.isEmpty()) {
      problems.add("gives a platform that does not know the suffix of its extensions");
      return;
    }
    add(platform, table, version, suffix);
  }

  private void add(long platform, ClTable table, String version, String suffix) {
    platforms.add(
        new ClPlatform(
            platform,
            table,
            text(table, platform, NAME).strip(),
            version.strip(),
            suffix,
            candidate.library(),
            candidate.namedBy()));
  }

  private List<Long> list(String name, MemorySegment function) {
    step.accept(name);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      int result = PiCalls.call(function, 0, 0L, count.address());
      int there = count.get(ValueLayout.JAVA_INT, 0);
      if (result == PiResult.PLATFORM_NOT_FOUND || (result == 0 && there == 0)) {
        problems.add("has no platform on this machine");
        return List.of();
      }
      if (result != 0 || there < 0 || there > MOST_PLATFORMS) {
        problems.add(
            "its " + name + " gives " + PiResult.name(result) + " and " + there + " platforms");
        return List.of();
      }
      MemorySegment platforms = arena.allocate(ValueLayout.JAVA_LONG, there);
      int again = PiCalls.call(function, there, platforms.address(), 0L);
      if (again != 0) {
        problems.add("its " + name + " gives " + PiResult.name(again) + " the second time");
        return List.of();
      }
      List<Long> all = new ArrayList<>();
      for (int i = 0; i < there; i++) {
        all.add(platforms.getAtIndex(ValueLayout.JAVA_LONG, i));
      }
      return all;
    }
  }

  /** {@return a text that a platform gives, empty if it gives none} */
  private static String text(ClTable table, long platform, int query) {
    MemorySegment function = table.function("clGetPlatformInfo");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
      if (PiCalls.call(function, platform, query, 0L, 0L, size.address()) != 0) {
        return "";
      }
      long bytes = Math.clamp(size.get(ValueLayout.JAVA_LONG, 0), 0, LONGEST_TEXT);
      MemorySegment text = arena.allocate(bytes + 1);
      int result = PiCalls.call(function, platform, query, bytes, text.address(), 0L);
      return result == 0 ? CText.read(text, (int) bytes + 1) : "";
    }
  }
}
