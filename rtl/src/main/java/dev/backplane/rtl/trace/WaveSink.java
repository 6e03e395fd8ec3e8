package dev.backplane.rtl.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.List;

/**
 * Takes the changes of signals in the order of time: a file of some format, or a picture. Values
 * are words of 64 bits, the lowest first, and a second row of words with a bit set where the value
 * is not known: there, 0 stands for x and 1 for z. Used by one thread.
 */
public interface WaveSink extends AutoCloseable {
  /**
   * Says which signals there are, once, before anything else. Dots in their names are hierarchy.
   *
   * @param signals the signals, numbered from 0
   * @param scope what to call what they belong to
   */
  void begin(List<Port> signals, String scope);

  /**
   * Goes on in time.
   *
   * @param picoseconds later than all before
   */
  void time(long picoseconds);

  /**
   * A signal changes now.
   *
   * @param signal its number
   * @param value the words of the value start at {@code at}
   * @param unknown the words of what is not known start at {@code at}
   * @param at an index into both
   */
  void change(int signal, long[] value, long[] unknown, int at);

  /**
   * Adds a line for a person.
   *
   * @param text for example what rule was broken, and when
   */
  void note(String text);

  /** Completes what was begun. */
  @Override
  void close();

  /** {@return how many words values of so many bits take} */
  static int words(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }
}
