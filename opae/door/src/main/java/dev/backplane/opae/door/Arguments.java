package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import java.lang.foreign.MemorySegment;

/** Checks of what a C program passes. */
final class Arguments {
  private static final int LONGEST_TEXT = 4096;

  private Arguments() {}

  /** Refuses a null pointer. */
  static void required(long pointer, String what) {
    if (pointer == 0) {
      throw invalid("the pointer to " + what + " is null");
    }
  }

  static String text(long pointer, String what) {
    required(pointer, what);
    return CText.read(MemorySegment.ofAddress(pointer), LONGEST_TEXT);
  }

  static BackplaneException invalid(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem).build();
  }
}
