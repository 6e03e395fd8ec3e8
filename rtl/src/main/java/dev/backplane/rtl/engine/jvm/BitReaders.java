package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.engine.PinBits;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The readers of one-bit pins of a design. All engines of the design share their classes: a class
 * for each engine would be compiled anew after each reset.
 */
final class BitReaders {
  private final Map<List<Integer>, MethodHandle> constructors = new ConcurrentHashMap<>();

  /**
   * A reader.
   *
   * @param words the words of all pins of an engine
   * @param slots the index of each pin, the one for the lowest bit first
   */
  PinBits create(long[] words, List<Integer> slots) {
    MethodHandle constructor = constructors.computeIfAbsent(slots, ArrayBits::define);
    try {
      return (PinBits) constructor.invokeExact(words);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a reader of pins cannot be created", e);
    }
  }
}
