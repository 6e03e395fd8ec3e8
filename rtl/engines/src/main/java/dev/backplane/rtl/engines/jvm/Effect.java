package dev.backplane.rtl.engines.jvm;

import java.util.List;

/** A visible result of an evaluation: what words are computed for. */
sealed interface Effect {
  /** The words that it uses. */
  List<Word> operands();

  /** An output pin word takes a value. */
  record Output(int slot, Word value) implements Effect {
    @Override
    public List<Word> operands() {
      return List.of(value);
    }
  }

  /** A register slot takes a new value. */
  record Update(int slot, Word value) implements Effect {
    @Override
    public List<Word> operands() {
      return List.of(value);
    }
  }

  /**
   * A limb of a memory word is written.
   *
   * @param memory index of the memory
   * @param limb which limb
   * @param address the address
   * @param data the data
   * @param enable one bit for the whole limb if {@code wholeLimb}, else one bit for each bit
   * @param wholeLimb whether {@code enable} is one bit
   */
  record Write(int memory, int limb, Word address, Word data, Word enable, boolean wholeLimb)
      implements Effect {
    /** The index of {@code enable} among the operands. */
    static final int ENABLE = 2;

    @Override
    public List<Word> operands() {
      return List.of(address, data, enable);
    }
  }
}
