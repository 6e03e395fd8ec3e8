package dev.backplane.bench;

/** The amount of work of a measurement: with less of it, the figures are rougher. */
enum Effort {
  /** Each part runs about once: its figures mean nothing, but it is seen to work. */
  TINY,
  /** Few turns, for a first look. */
  QUICK,
  /** As many turns as the figures of the documents have. */
  WHOLE;

  /** {@return one of three values} */
  int of(int tiny, int quick, int whole) {
    return switch (this) {
      case TINY -> tiny;
      case QUICK -> quick;
      case WHOLE -> whole;
    };
  }
}
