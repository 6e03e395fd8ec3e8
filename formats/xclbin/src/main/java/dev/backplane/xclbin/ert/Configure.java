package dev.backplane.xclbin.ert;

/**
 * The configuration of the embedded scheduler ({@link Opcode#CONFIGURE}): slot size, number of
 * compute units, shift and base of their addresses, features, and a word for each compute unit.
 */
public final class Configure {
  /** Has the embedded scheduler schedule. */
  public static final int ERT = 1;

  /** Completion is looked for. */
  public static final int POLLING = 1 << 1;

  /** A module copies register maps. */
  public static final int CU_DMA = 1 << 2;

  /** A module collects interrupts of compute units. */
  public static final int CU_ISR = 1 << 3;

  /** The host announces commands by an interrupt. */
  public static final int CQ_INT = 1 << 4;

  /** There is a DMA kernel. */
  public static final int CDMA = 1 << 5;

  /** Starts may overlap on one compute unit. */
  public static final int DATAFLOW = 1 << 6;

  /** Registers of shared compute units may be accessed raw. */
  public static final int RW_SHARED = 1 << 7;

  /** The driver chooses compute units. */
  public static final int KDS_30 = 1 << 8;

  /** The scheduler prints messages. */
  public static final int DMSG = 1 << 9;

  /** Commands complete without being executed. */
  public static final int ECHO = 1 << 10;

  /** Completion is told by an interrupt. */
  public static final int INTR = 1 << 11;

  /** The card is of the kind DSA 5.2. */
  public static final int DSA52 = 1 << 31;

  private static final int FIRST_ADDRESS = 5;

  private Configure() {}

  /**
   * Writes all but the address words and the header.
   *
   * @param packet where
   * @param slotSize bytes of a slot
   * @param units how many compute units there are
   * @param features the bits above, or-ed
   * @return the header to publish last
   */
  public static int encode(Packet packet, int slotSize, int units, int features) {
    packet.word(0, slotSize);
    packet.word(1, units);
    packet.word(2, 16);
    packet.word(3, 0);
    packet.word(4, features);
    return Header.of(Opcode.CONFIGURE, CommandType.CTRL, FIRST_ADDRESS + units);
  }

  /**
   * Writes the word of a compute unit.
   *
   * @param packet where
   * @param unit its index
   * @param base its address, a multiple of 256
   * @param protocol the number of its control protocol, 0 to 7
   * @param context its context id, 0 to 31
   */
  public static void address(Packet packet, int unit, int base, int protocol, int context) {
    packet.word(FIRST_ADDRESS + unit, (base & ~0xff) | ((context & 0x1f) << 3) | (protocol & 7));
  }

  /**
   * {@return the bytes of a slot}
   *
   * @param packet the packet
   */
  public static int slotSize(Packet packet) {
    return packet.word(0);
  }

  /**
   * {@return how many compute units there are}
   *
   * @param packet the packet
   */
  public static int units(Packet packet) {
    return packet.word(1);
  }

  /**
   * {@return how far an index is shifted to make an address}
   *
   * @param packet the packet
   */
  public static int shift(Packet packet) {
    return packet.word(2);
  }

  /**
   * {@return what is added to such an address}
   *
   * @param packet the packet
   */
  public static int base(Packet packet) {
    return packet.word(3);
  }

  /**
   * {@return the feature bits}
   *
   * @param packet the packet
   */
  public static int features(Packet packet) {
    return packet.word(4);
  }

  /**
   * {@return the address of a compute unit}
   *
   * @param packet the packet
   * @param unit its index
   */
  public static long address(Packet packet, int unit) {
    return packet.word(FIRST_ADDRESS + unit) & 0xffff_ff00L;
  }

  /**
   * {@return the number of a compute unit's control protocol}
   *
   * @param packet the packet
   * @param unit its index
   */
  public static int protocol(Packet packet, int unit) {
    return packet.word(FIRST_ADDRESS + unit) & 7;
  }

  /**
   * {@return the context id of a compute unit}
   *
   * @param packet the packet
   * @param unit its index
   */
  public static int context(Packet packet, int unit) {
    return (packet.word(FIRST_ADDRESS + unit) >>> 3) & 0x1f;
  }
}
