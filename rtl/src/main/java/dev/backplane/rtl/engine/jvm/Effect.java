package dev.backplane.rtl.engine.jvm;

import java.util.List;

/** What the words are computed for. */
sealed interface Effect {
  /** The words that it needs. */
  List<Word> needs();

  /** A word of the pins follows a word. */
  record Output(int slot, Word value) implements Effect {
    @Override
    public List<Word> needs() {
      return List.of(value);
    }
  }

  /** A word of the registers takes a new value. */
  record Update(int slot, Word value) implements Effect {
    @Override
    public List<Word> needs() {
      return List.of(value);
    }
  }

  /**
   * A limb of a memory word is written.
   *
   * @param memory index of the memory
   * @param limb which limb
   * @param address which word
   * @param data what is written
   * @param enable a bit for all of the limb if {@code whole}, else one bit for each
   * @param whole see there
   */
  record Write(int memory, int limb, Word address, Word data, Word enable, boolean whole)
      implements Effect {
    @Override
    public List<Word> needs() {
      return List.of(address, data, enable);
    }
  }
}
