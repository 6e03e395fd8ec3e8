package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import java.lang.foreign.MemorySegment;

/** Checks of what a C program passes. */
final class Arguments {
  private static final int LONGEST_TEXT = 4096;

  private Arguments() {}

  /** Refuses a null pointer in an argument. */
  static void required(long pointer, String name) {
    if (pointer == 0) {
      throw invalid("the argument " + name + " is null");
    }
  }

  static String text(long pointer, String name) {
    required(pointer, name);
    return CText.read(MemorySegment.ofAddress(pointer), LONGEST_TEXT);
  }

  static BackplaneException invalid(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem).build();
  }
}
