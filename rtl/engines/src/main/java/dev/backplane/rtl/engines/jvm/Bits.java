package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * A value of any width, as slices of words, lowest first. Slicing and concatenating rearrange
 * slices and compute nothing.
 */
record Bits(List<Slice> slices, int width) {
  /** Bits {@code lsb} to {@code lsb + width - 1} of a word. */
  record Slice(Word word, int lsb, int width) {}

  /** A value made of 64-bit words; the last one holds the remaining bits. */
  static Bits of(List<Word> limbs, int width) {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < limbs.size(); i++) {
      slices.add(new Slice(limbs.get(i), 0, Math.min(Long.SIZE, width - i * Long.SIZE)));
    }
    return new Bits(slices, width);
  }

  static int limbs(int width) {
    return (width + Long.SIZE - 1) / Long.SIZE;
  }

  static Bits concat(List<Bits> all) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    List<Slice> slices = new ArrayList<>();
    int width = 0;
    for (Bits bits : all) {
      for (Slice slice : bits.slices) {
        append(slices, slice);
      }
      width += bits.width;
    }
    return new Bits(slices, width);
  }

  private static void append(List<Slice> slices, Slice slice) {
    if (!slices.isEmpty()) {
      Slice last = slices.getLast();
      if (last.word.equals(slice.word)
          && last.lsb + last.width == slice.lsb
          && !slice.word.isConstant()) {
        slices.set(slices.size() - 1, new Slice(last.word, last.lsb, last.width + slice.width));
        return;
      }
    }
    slices.add(slice);
  }

  Bits slice(int lsb, int bits) {
    if (lsb == 0 && bits == width) {
      return this;
    }
    List<Slice> taken = new ArrayList<>();
    int at = 0;
    for (Slice piece : slices) {
      int from = Math.max(lsb, at);
      int to = Math.min(lsb + bits, at + piece.width);
      if (from < to) {
        taken.add(new Slice(piece.word, piece.lsb + from - at, to - from));
      }
      at += piece.width;
      if (at >= lsb + bits) {
        break;
      }
    }
    return new Bits(taken, bits);
  }

  /** The value, of at most 64 bits, in one word. */
  Word word(WordGraph graph) {
    List<Word> parts = new ArrayList<>();
    int to = 0;
    for (int i = 0; i < slices.size(); i++) {
      Slice slice = slices.get(i);
      int run = 1;
      while (slice.width == 1 && i + run < slices.size() && slices.get(i + run).equals(slice)) {
        run++;
      }
      if (run > 2) {
        Word bit = graph.bitField(slice.word, slice.lsb, 1, 0);
        parts.add(graph.and(graph.neg(bit), graph.constant(Word.lowMask(run) << to)));
        i += run - 1;
        to += run;
      } else {
        parts.add(graph.bitField(slice.word, slice.lsb, slice.width, to));
        to += slice.width;
      }
    }
    return graph.orTree(parts);
  }

  /** The value in 64-bit words. */
  List<Word> limbs(WordGraph graph) {
    List<Word> limbs = new ArrayList<>();
    for (int at = 0; at < width; at += Long.SIZE) {
      limbs.add(slice(at, Math.min(Long.SIZE, width - at)).word(graph));
    }
    return limbs;
  }

  /** The bit that all bits of the value repeat; empty if they differ. */
  java.util.Optional<Bits> repeatedBit() {
    Slice first = slices.getFirst();
    boolean same = first.width == 1 && slices.stream().allMatch(first::equals);
    return same ? java.util.Optional.of(slice(0, 1)) : java.util.Optional.empty();
  }
}
