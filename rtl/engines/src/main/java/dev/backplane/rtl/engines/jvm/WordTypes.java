package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the words that generated code keeps in an {@code int}. A word is narrow if it has at most
 * 32 bits, or if all of its uses read its lower half only: masks of sums then disappear, since an
 * {@code int} has no upper half to mask.
 */
final class WordTypes {
  private final Map<Word, Boolean> narrow = new HashMap<>();
  private final Map<Long, Boolean> narrowStates = new HashMap<>();

  WordTypes(WordDesign design) {
    Set<Word> full = new HashSet<>();
    List<Word> words = reachable(design, full);
    words.sort(Comparator.comparingInt(Word::id).reversed());
    for (Word word : words) {
      boolean fits = word.bits() <= Integer.SIZE || (!full.contains(word) && isComputed(word));
      narrow.put(word, fits);
      if (word.op() == WordOp.STATE) {
        narrowStates.put(word.imm(), fits);
      }
      for (int i = 0; i < word.in().size(); i++) {
        if (!readsLowerHalf(word, i)) {
          full.add(word.in(i));
        }
      }
    }
  }

  /** All words that effects need; those that effects use themselves are needed in full. */
  private static List<Word> reachable(WordDesign design, Set<Word> full) {
    List<Word> words = new ArrayList<>();
    Set<Word> seen = new HashSet<>();
    design.settle().forEach(effect -> full.addAll(effect.operands()));
    design.edges().forEach(edge -> edge.forEach(effect -> full.addAll(effect.operands())));
    full.forEach(
        word -> {
          if (seen.add(word)) {
            words.add(word);
          }
        });
    for (int i = 0; i < words.size(); i++) {
      for (Word input : words.get(i).in()) {
        if (seen.add(input)) {
          words.add(input);
        }
      }
    }
    return words;
  }

  /** Tells whether the type of a word is free: others are loaded as they are stored. */
  private static boolean isComputed(Word word) {
    return switch (word.op()) {
      case CONSTANT, INPUT, STATE, READ, CALL, RESULT -> false;
      default -> true;
    };
  }

  /** Tells whether a word is an {@code int} in generated code; else it is a {@code long}. */
  boolean isNarrow(Word word) {
    return narrow.getOrDefault(word, word.bits() <= Integer.SIZE);
  }

  /** The same for a register slot. */
  boolean isNarrowState(long slot) {
    return narrowStates.getOrDefault(slot, false);
  }

  /**
   * Tells whether an operation reads only the lower 32 bits of one of its inputs, whatever its
   * width.
   */
  boolean readsLowerHalf(Word word, int input) {
    return switch (word.op()) {
      case AND, OR, XOR, ADD, SUB, MUL, NEG -> isNarrow(word);
      case SHL -> isNarrow(word) && word.imm() < Integer.SIZE;
      case SIGN_EXTEND -> word.imm() <= Integer.SIZE;
      case MUX, SELECT -> input == 0 || isNarrow(word);
      case SHL_BY -> input == 1 || (isNarrow(word) && isShortShift(word));
      case SHR_BY -> input == 1 || (word.in(0).bits() <= Integer.SIZE && isShortShift(word));
      case SAR_BY -> input == 1 || isNarrowSignedShift(word);
      default -> false;
    };
  }

  /** Tells whether a signed shift works on a number that an {@code int} holds with its sign. */
  boolean isNarrowSignedShift(Word word) {
    return isNarrow(word) && isShortShift(word) && isSignedInt(word.in(0));
  }

  /** Tells whether the distance of a shift is below 32. */
  private static boolean isShortShift(Word word) {
    return Long.compareUnsigned(word.in(1).possibleOnes(), Integer.SIZE) < 0;
  }

  /** Tells whether the lower half of a word has the same value as the word, both with signs. */
  static boolean isSignedInt(Word word) {
    return word.bits() < Integer.SIZE
        || (word.op() == WordOp.SIGN_EXTEND && word.imm() <= Integer.SIZE)
        || (word.isConstant() && word.imm() == (int) word.imm());
  }
}
