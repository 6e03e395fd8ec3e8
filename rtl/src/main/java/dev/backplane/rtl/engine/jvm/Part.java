package dev.backplane.rtl.engine.jvm;

/**
 * What generated classes extend. A design is one or more parts, since a class can only have so many
 * fields and constants; the first one is the one that is called from outside. Public because
 * generated classes live in a module of their own; nobody else sees this package.
 */
public abstract class Part {
  /** The words of the pins, inputs first. */
  protected final long[] pins;

  /** Where arguments and results of routines on wide values lie. */
  protected final long[] scratch;

  /**
   * A part at power-up, not linked yet.
   *
   * @param pins the words of the pins
   * @param scratch room for wide routines
   */
  protected Part(long[] pins, long[] scratch) {
    this.pins = pins;
    this.scratch = scratch;
  }

  /**
   * Tells a part about its surroundings and sets its registers.
   *
   * @param parts all parts of the design
   * @param memories the array behind each memory
   */
  public abstract void link(Part[] parts, Object[] memories);

  /** Makes the output pins follow the input pins and the registers; only the first part can. */
  public abstract void settle();

  /**
   * Takes all registers over an edge of a clock, or over edges of several; only the first part can.
   *
   * @param clock which one; the number of clocks for those that the words behind the pins say
   */
  public abstract void edge(int clock);
}
