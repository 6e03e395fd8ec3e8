package dev.backplane.xclbin.ert;

/**
 * The answer of the embedded scheduler to {@link Opcode#CU_STAT}: version, build, slots, compute
 * units, then for each unit how often it executed, for each unit whether it is busy, for each slot
 * its state.
 */
public final class CuStat {
  /** The layout that is described here. Older firmware gives the execution counts alone. */
  public static final int VERSION = 0x51a1_0000;

  private static final int COUNTS = 4;

  private CuStat() {}

  /**
   * {@return how many payload words a reply has}
   *
   * @param slots slots of the queue
   * @param units compute units
   */
  public static int words(int slots, int units) {
    return COUNTS + 2 * units + slots;
  }

  /**
   * Writes the fixed words.
   *
   * @param packet where
   * @param build the firmware's build word
   * @param slots slots of the queue
   * @param units compute units
   */
  public static void encode(Packet packet, int build, int slots, int units) {
    packet.word(0, VERSION);
    packet.word(1, build);
    packet.word(2, slots);
    packet.word(3, units);
  }

  /**
   * {@return the layout's version}
   *
   * @param packet the packet
   */
  public static int version(Packet packet) {
    return packet.word(0);
  }

  /**
   * {@return the firmware's build word}
   *
   * @param packet the packet
   */
  public static int build(Packet packet) {
    return packet.word(1);
  }

  /**
   * {@return how many slots there are}
   *
   * @param packet the packet
   */
  public static int slots(Packet packet) {
    return packet.word(2);
  }

  /**
   * {@return how many compute units there are}
   *
   * @param packet the packet
   */
  public static int units(Packet packet) {
    return packet.word(3);
  }

  /**
   * {@return which payload word tells how often a unit executed}
   *
   * @param unit its index
   */
  public static int executionsAt(int unit) {
    return COUNTS + unit;
  }

  /**
   * {@return which payload word tells whether a unit is busy}
   *
   * @param units how many units there are
   * @param unit its index
   */
  public static int busyAt(int units, int unit) {
    return COUNTS + units + unit;
  }

  /**
   * {@return which payload word tells the state of a slot}
   *
   * @param units how many units there are
   * @param slot its index
   */
  public static int slotAt(int units, int slot) {
    return COUNTS + 2 * units + slot;
  }
}
