package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.List;

/**
 * A memory of constants. The unit that reads it has two ports for it: {@code NAME_address}, of
 * {@link #addressWidth} bits, and {@code NAME}, the word of the address one clock before.
 * Immutable.
 *
 * @param name the name of its ports, for example {@code weights}
 * @param width how many bits a word has
 * @param words the words as hexadecimal digits, at least one; address 0 comes first
 */
public record Rom(String name, int width, List<String> words) {
  /** The content of a memory. */
  @FunctionalInterface
  public interface Content {
    /** {@return the number of a lane of the word at an address} */
    long at(int address, int lane);
  }

  /** Copies the list. */
  public Rom {
    words = List.copyOf(words);
  }

  /**
   * A memory of words that are several numbers side by side, that of lane 0 in the lowest bits.
   *
   * @param name the name of its ports
   * @param depth how many words
   * @param lanes how many numbers a word has
   * @param laneWidth how many bits a number has, 64 at most; of those above nothing is kept
   * @param content gives the numbers
   * @return the memory
   */
  public static Rom of(String name, int depth, int lanes, int laneWidth, Content content) {
    List<String> words = new ArrayList<>(depth);
    for (int address = 0; address < depth; address++) {
      PackedWord word = new PackedWord(lanes * laneWidth);
      for (int lane = 0; lane < lanes; lane++) {
        word.put(lane * laneWidth, laneWidth, content.at(address, lane));
      }
      words.add(word.hex());
    }
    return new Rom(name, lanes * laneWidth, words);
  }

  /** {@return how many words it has} */
  public int depth() {
    return words.size();
  }

  /** {@return whether it is one word, which is there in every clock and needs no memory} */
  public boolean isConstant() {
    return words.size() == 1;
  }

  /**
   * A number of a word.
   *
   * @param address the address of the word
   * @param lane which of its numbers
   * @param laneWidth how many bits a number has, 62 at most
   * @return the number, signed
   */
  public long number(int address, int lane, int laneWidth) {
    long number = 0;
    String word = words.get(address);
    for (int bit = laneWidth - 1; bit >= 0; bit--) {
      int at = lane * laneWidth + bit;
      int digit = Character.digit(word.charAt(word.length() - 1 - at / 4), 16);
      number = 2 * number + ((digit >> (at % 4)) & 1);
    }
    return (number << (Long.SIZE - laneWidth)) >> (Long.SIZE - laneWidth);
  }

  /** {@return how many bits an address has} */
  public int addressWidth() {
    return indexWidth(depth());
  }

  /** {@return how many bits tell so many things apart, at least 1} */
  public static int indexWidth(int count) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
  }

  /** About how long all words together are as text. */
  int characters() {
    return depth() * (width / 4 + 40);
  }
}
