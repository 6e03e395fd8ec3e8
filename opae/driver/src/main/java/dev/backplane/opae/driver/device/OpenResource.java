package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * The state that the facets of an open resource share.
 *
 * @param opae the plugin's functions
 * @param functions the names of those that the plugin has
 * @param key the name of the resource
 * @param token its token, which outlives the resource being open
 * @param properties its known properties
 * @param handle its handle
 */
record OpenResource(
    Opae opae,
    Set<String> functions,
    String key,
    long token,
    DeviceProperties properties,
    NativeHandle handle) {
  boolean has(String... names) {
    return functions.containsAll(Set.of(names));
  }

  /** Throws unless a call succeeded. */
  void check(int result, String function) {
    FpgaResult.check(result, function, key);
  }

  /** Throws unless a call succeeded; a refused parameter is a number that is out of range. */
  void checkRange(int result, String function, String what) {
    if (result == FpgaResult.INVALID_PARAM || result == FpgaResult.NOT_FOUND) {
      throw outOfRange(function, what + ": " + FpgaResult.name(result));
    }
    check(result, function);
  }

  BackplaneException outOfRange(String function, String problem) {
    return BackplaneException.because(ErrorCode.OUT_OF_RANGE, problem)
        .during(function)
        .on(key)
        .remedy("Use a number that the device has")
        .build();
  }

  /** Calls something with the handle, which is not closed meanwhile. */
  void with(String function, ToIntFunction<Long> call) {
    long value = handle.begin(function);
    try {
      check(call.applyAsInt(value), function);
    } finally {
      handle.end();
    }
  }

  /** The same for what gives a number, through a pointer to 64 bits that are zero before. */
  long number(String function, Question question) {
    long value = handle.begin(function);
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      check(question.ask(value, place), function);
      return RawMemory.getLong(place);
    } finally {
      handle.end();
    }
  }

  /** A function that is given a handle and the place of its answer. */
  @FunctionalInterface
  interface Question {
    int ask(long handle, long place);
  }

  @Override
  public String toString() {
    return key;
  }
}
