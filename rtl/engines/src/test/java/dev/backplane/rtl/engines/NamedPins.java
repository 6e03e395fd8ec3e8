package dev.backplane.rtl.engines;

import java.math.BigInteger;

/** Pins of an engine by their names, with values of any width. */
public final class NamedPins {
  private NamedPins() {}

  /** The pin of that name. */
  public static Pin pin(Engine engine, String name) {
    return engine.pins().stream()
        .filter(pin -> pin.port().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Drives all words of a pin. */
  public static void drive(Pin pin, BigInteger value) {
    for (int word = 0; word * 64 < pin.port().width(); word++) {
      pin.setWord(word, value.shiftRight(word * 64).longValue());
    }
  }
}
