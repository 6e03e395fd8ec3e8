package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * A value of any width, as the pieces of words that it consists of, lowest first. Slicing and
 * joining move pieces and compute nothing.
 */
record Bits(List<Piece> pieces, int width) {
  /** Bits {@code lsb} and up of a word. */
  record Piece(Word word, int lsb, int width) {}

  /** Words of 64 bits, the last one with what is left of the width. */
  static Bits of(List<Word> limbs, int width) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < limbs.size(); i++) {
      pieces.add(new Piece(limbs.get(i), 0, Math.min(Long.SIZE, width - i * Long.SIZE)));
    }
    return new Bits(pieces, width);
  }

  static int limbs(int width) {
    return (width + Long.SIZE - 1) / Long.SIZE;
  }

  static Bits join(List<Bits> all) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    List<Piece> pieces = new ArrayList<>();
    int width = 0;
    for (Bits bits : all) {
      for (Piece piece : bits.pieces) {
        append(pieces, piece);
      }
      width += bits.width;
    }
    return new Bits(pieces, width);
  }

  private static void append(List<Piece> pieces, Piece piece) {
    if (!pieces.isEmpty()) {
      Piece last = pieces.getLast();
      if (last.word.equals(piece.word)
          && last.lsb + last.width == piece.lsb
          && !piece.word.isConstant()) {
        pieces.set(pieces.size() - 1, new Piece(last.word, last.lsb, last.width + piece.width));
        return;
      }
    }
    pieces.add(piece);
  }

  Bits slice(int lsb, int bits) {
    if (lsb == 0 && bits == width) {
      return this;
    }
    List<Piece> taken = new ArrayList<>();
    int at = 0;
    for (Piece piece : pieces) {
      int from = Math.max(lsb, at);
      int to = Math.min(lsb + bits, at + piece.width);
      if (from < to) {
        taken.add(new Piece(piece.word, piece.lsb + from - at, to - from));
      }
      at += piece.width;
      if (at >= lsb + bits) {
        break;
      }
    }
    return new Bits(taken, bits);
  }

  /** The whole value of up to 64 bits, in one word. */
  Word word(Words words) {
    List<Word> parts = new ArrayList<>();
    int to = 0;
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      int run = 1;
      while (piece.width == 1 && i + run < pieces.size() && pieces.get(i + run).equals(piece)) {
        run++;
      }
      if (run > 2) {
        Word bit = words.field(piece.word, piece.lsb, 1, 0);
        parts.add(words.and(words.neg(bit), words.constant(Word.low(run) << to)));
        i += run - 1;
        to += run;
      } else {
        parts.add(words.field(piece.word, piece.lsb, piece.width, to));
        to += piece.width;
      }
    }
    return words.orAll(parts);
  }

  /** The value in words of 64 bits. */
  List<Word> limbs(Words words) {
    List<Word> limbs = new ArrayList<>();
    for (int at = 0; at < width; at += Long.SIZE) {
      limbs.add(slice(at, Math.min(Long.SIZE, width - at)).word(words));
    }
    return limbs;
  }

  /** If all bits are one and the same, that bit; else an empty value. */
  java.util.Optional<Bits> repeatedBit() {
    Piece first = pieces.getFirst();
    boolean same = first.width == 1 && pieces.stream().allMatch(first::equals);
    return same ? java.util.Optional.of(slice(0, 1)) : java.util.Optional.empty();
  }
}
