package dev.backplane.rtl.engines.trace;

/**
 * A name of a signal in a waveform file.
 *
 * @param number the number of the name
 * @param scope the number of its scope
 * @param name the name as it is in the file, with the range of bits
 * @param type the word for its type, such as {@code wire} or {@code reg}
 * @param width the number of bits; of a real number 64, of a text 0
 * @param kind what its values are
 * @param column where its values are; names of one signal have the same
 */
public record WaveSignal(
    int number, int scope, String name, String type, int width, Kind kind, int column) {
  /** The kind of values. */
  public enum Kind {
    /** Bits. */
    BITS,
    /** Real numbers. */
    REAL,
    /** Texts, which have a name only. */
    TEXT
  }
}
