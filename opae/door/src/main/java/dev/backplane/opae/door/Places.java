package dev.backplane.opae.door;

import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.function.LongToIntFunction;

/** Memory for one number, for functions that take or give one through a pointer. */
final class Places {
  private Places() {}

  /** Calls a function with the address of a number. */
  static int with(long number, LongToIntFunction function) {
    try (Arena arena = Arena.ofConfined()) {
      long place = arena.allocate(ValueLayout.JAVA_LONG).address();
      RawMemory.putLong(place, number);
      return function.applyAsInt(place);
    }
  }
}
