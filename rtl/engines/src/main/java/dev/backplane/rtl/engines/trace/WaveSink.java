package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.List;

/**
 * Receives the value changes of signals in the order of time, for example to write a file or an
 * image. Values are 64-bit words, the lowest first. A second array has a 1 for each unknown bit;
 * for such a bit, value 0 stands for x and 1 for z. Used by one thread.
 */
public interface WaveSink extends AutoCloseable {
  /**
   * Declares the signals; called once, before all other methods. Dots in names separate scopes.
   *
   * @param signals the signals, numbered from 0
   * @param scope the name of the outermost scope
   */
  void begin(List<Port> signals, String scope);

  /**
   * Advances the time.
   *
   * @param picoseconds a later time than before
   */
  void time(long picoseconds);

  /**
   * Changes a signal at the current time.
   *
   * @param signal its number
   * @param value the array with the words of the value, from index {@code at}
   * @param unknown the array with the unknown bits, from index {@code at}
   * @param at an index into both
   */
  void change(int signal, long[] value, long[] unknown, int at);

  /**
   * Adds a comment.
   *
   * @param text the text, for example the message of a fault
   */
  void note(String text);

  /** Completes the waveform. */
  @Override
  void close();

  /** {@return the number of words of a value of so many bits} */
  static int words(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }
}
