package dev.backplane.xclbin.ert;

import org.jspecify.annotations.Nullable;

/**
 * The first word of every packet: state in bits 3 to 0, bits of the command in 11 to 4, payload
 * words in 22 to 12, opcode in 27 to 23, type in 31 to 28.
 */
public final class Header {
  /** The most payload words that the field holds. */
  public static final int MAX_COUNT = 0x7ff;

  private static final int STATE = 0xf;
  private static final int STATISTICS = 1 << 4;
  private static final int EXTRA_MASKS_AT = 10;
  private static final int COUNT_AT = 12;
  private static final int OPCODE_AT = 23;
  private static final int TYPE_AT = 28;

  private Header() {}

  /**
   * Makes the header of a new command.
   *
   * @param opcode what it asks for
   * @param type who it is for
   * @param count its payload words, 0 to {@link #MAX_COUNT}
   * @return the word
   * @throws PacketException if the count does not fit
   */
  public static int of(Opcode opcode, CommandType type, int count) {
    if (count < 0 || count > MAX_COUNT) {
      throw new PacketException(
          PacketError.BAD_COUNT,
          0,
          "%d payload words do not fit a header, which holds 0 to %d".formatted(count, MAX_COUNT));
    }
    return CommandState.NEW.number()
        | (count << COUNT_AT)
        | (opcode.number() << OPCODE_AT)
        | (type.number() << TYPE_AT);
  }

  /**
   * Puts another state into a header.
   *
   * @param header the word
   * @param state the state
   * @return the word with that state
   */
  public static int with(int header, CommandState state) {
    return (header & ~STATE) | state.number();
  }

  /**
   * Puts another type into a header.
   *
   * @param header the word
   * @param type the type
   * @return the word with that type
   */
  public static int with(int header, CommandType type) {
    return (header & ~(STATE << TYPE_AT)) | (type.number() << TYPE_AT);
  }

  /**
   * Says that masks of compute units follow the first one.
   *
   * @param header the word
   * @param extra 0 to 3
   * @return the word with that many
   */
  public static int withExtraMasks(int header, int extra) {
    return (header & ~(3 << EXTRA_MASKS_AT)) | ((extra & 3) << EXTRA_MASKS_AT);
  }

  /**
   * Says that timestamps are wanted behind the payload.
   *
   * @param header the word
   * @return the word with that bit
   */
  public static int withStatistics(int header) {
    return header | STATISTICS;
  }

  /**
   * {@return the state's number}
   *
   * @param header the word
   */
  public static int stateNumber(int header) {
    return header & STATE;
  }

  /**
   * {@return the state, or null if its number has no name}
   *
   * @param header the word
   */
  public static @Nullable CommandState state(int header) {
    return CommandState.of(stateNumber(header));
  }

  /**
   * {@return the bits of the command, 11 to 4}
   *
   * @param header the word
   */
  public static int custom(int header) {
    return (header >>> 4) & 0xff;
  }

  /**
   * {@return whether timestamps are wanted}
   *
   * @param header the word
   */
  public static boolean statistics(int header) {
    return (header & STATISTICS) != 0;
  }

  /**
   * {@return how many masks follow the first one, 0 to 3}
   *
   * @param header the word
   */
  public static int extraMasks(int header) {
    return (header >>> EXTRA_MASKS_AT) & 3;
  }

  /**
   * {@return how many payload words there are}
   *
   * @param header the word
   */
  public static int count(int header) {
    return (header >>> COUNT_AT) & MAX_COUNT;
  }

  /**
   * {@return the opcode's number}
   *
   * @param header the word
   */
  public static int opcodeNumber(int header) {
    return (header >>> OPCODE_AT) & 0x1f;
  }

  /**
   * {@return the opcode, or null if its number has no name}
   *
   * @param header the word
   */
  public static @Nullable Opcode opcode(int header) {
    return Opcode.of(opcodeNumber(header));
  }

  /**
   * {@return the type's number}
   *
   * @param header the word
   */
  public static int typeNumber(int header) {
    return header >>> TYPE_AT;
  }

  /**
   * {@return the type, or null if its number has no name}
   *
   * @param header the word
   */
  public static @Nullable CommandType type(int header) {
    return CommandType.of(typeNumber(header));
  }
}
