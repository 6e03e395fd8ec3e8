package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.engines.PinBits;
import dev.backplane.rtl.engines.PinWords;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Access to several pins of a design at once, by generated classes. All engines of the design share
 * them: a class for each engine would be compiled anew after each reset.
 */
final class PinAccess {
  /** More words make a method that the JIT compiler does not compile, or only slowly. */
  private static final int MOST_WORDS = 128;

  private final Map<List<Integer>, MethodHandle> bits = new ConcurrentHashMap<>();
  private final Map<List<Integer>, MethodHandle> words = new ConcurrentHashMap<>();

  /**
   * Access to pins of one bit.
   *
   * @param all the words of all pins of an engine
   * @param pins the pins, the one for the lowest bit first
   */
  PinBits bits(long[] all, List<ArrayPin> pins) {
    List<Integer> slots = pins.stream().map(ArrayPin::slot).toList();
    MethodHandle constructor = bits.computeIfAbsent(slots, ArrayBits::define);
    try {
      return (PinBits) constructor.invokeExact(all);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Access to the words of pins.
   *
   * @param engine the engine
   * @param all the words of all its pins
   * @param pins the pins
   */
  PinWords words(BytecodeEngine engine, long[] all, List<ArrayPin> pins) {
    List<Integer> slots = pins.stream().flatMap(pin -> pin.slots().boxed()).toList();
    if (slots.size() > MOST_WORDS) {
      return new ArrayWords(engine, all, pins);
    }
    MethodHandle constructor =
        words.computeIfAbsent(slots, _ -> ArrayWords.define(new ArrayWords(engine, all, pins)));
    try {
      return (ArrayWords) constructor.invokeExact(engine, all, pins);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException exception
        ? exception
        : new IllegalStateException("access to pins cannot be created", e);
  }
}
