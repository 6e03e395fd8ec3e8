package dev.backplane.pi.opencl;

import dev.backplane.ffi.CText;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Translates options of a compiler's front end to options of OpenCL compilers. */
final class BackendOptions {
  /** An empty text of C. */
  static final MemorySegment NOTHING = Arena.global().allocateFrom("");

  private static final MemorySegment UNOPTIMISED = Arena.global().allocateFrom("-cl-opt-disable");
  private static final int LONGEST = 256;

  private BackendOptions() {}

  /** {@return the option as a text of C, or NULL if it is not known} */
  static MemorySegment of(long frontendOption) {
    return switch (CText.read(MemorySegment.ofAddress(frontendOption), LONGEST)) {
      case "-O0" -> UNOPTIMISED;
      case "", "-O1", "-O2", "-O3" -> NOTHING;
      default -> MemorySegment.NULL;
    };
  }
}
