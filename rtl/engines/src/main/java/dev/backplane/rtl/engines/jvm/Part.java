package dev.backplane.rtl.engines.jvm;

/**
 * The superclass of generated classes. A design consists of one or more parts, since the number of
 * fields and constants of a class is limited; the engine calls the first part. Public because
 * generated classes live in a separate module; the package is not exported to others.
 */
public abstract class Part {
  /** The pin words, inputs first. */
  protected final long[] pins;

  /** Arguments and results of wide routines. */
  protected final long[] scratch;

  /** The number of chunks that a gated design has evaluated. */
  protected long work;

  /**
   * Creates a part at power-up, not linked yet.
   *
   * @param pins the pin words
   * @param scratch room for wide routines
   */
  protected Part(long[] pins, long[] scratch) {
    this.pins = pins;
    this.scratch = scratch;
  }

  /**
   * Connects a part with the others and sets its registers to their initial values.
   *
   * @param parts all parts of the design
   * @param memories the array behind each memory
   */
  public abstract void link(Part[] parts, Object[] memories);

  /**
   * Computes the output pins from the input pins and the registers. Called on the first part only.
   */
  public abstract void settle();

  /**
   * Updates registers and memories at an edge of a clock, or at simultaneous edges of several.
   * Called on the first part only.
   *
   * @param clock the index of the clock; the number of clocks if the clock words behind the pins
   *     select several
   */
  public abstract void edge(int clock);

  /** Wakes all chunks of a gated design. Called on the first part only. */
  public void wakeAll() {}

  /** {@return how many chunks of a gated design have been evaluated since it was set back} */
  final long work() {
    return work;
  }

  /** Sets the count of evaluated chunks back. */
  final void resetWork() {
    work = 0;
  }

  /** {@return how many chunks a gated design has} */
  public int chunks() {
    return 0;
  }
}
