package dev.backplane.rtl.engines.jvm;

/** Pushes the operands of an operation onto the stack. */
interface Operands {
  /** Pushes the lower 32 bits of a word. */
  void pushInt(Word word);

  /** Pushes a word; one with at most 32 bits has zeros above them. */
  void pushLong(Word word);

  /**
   * Writes one of several ways to a value. Words that are computed on it are not available behind
   * it.
   */
  void alternative(Runnable way);
}
