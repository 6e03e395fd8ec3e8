package dev.backplane.rtl.harness.psl;

import org.jspecify.annotations.Nullable;

/** The commands of an accelerator that have a model, by their codes on ah_com. */
enum Command {
  READ_CL_NA(0x0a00, Transfer.READ),
  READ_CL_S(0x0a50, Transfer.READ),
  READ_CL_M(0x0a60, Transfer.READ),
  READ_PNA(0x0e00, Transfer.READ),
  WRITE_MI(0x0d60, Transfer.WRITE),
  WRITE_MS(0x0d70, Transfer.WRITE),
  WRITE_NA(0x0d00, Transfer.WRITE),
  WRITE_INJ(0x0d10, Transfer.WRITE),
  TOUCH_I(0x0240, Transfer.NONE),
  TOUCH_S(0x0250, Transfer.NONE),
  TOUCH_M(0x0260, Transfer.NONE),
  PUSH_I(0x0140, Transfer.NONE),
  PUSH_S(0x0150, Transfer.NONE),
  EVICT_I(0x1140, Transfer.NONE),
  FLUSH(0x0100, Transfer.NONE),
  RESTART(0x0001, Transfer.NONE),
  INTREQ(0x0000, Transfer.NONE);

  /** What moves between memory and the accelerator. */
  enum Transfer {
    /** From memory. */
    READ,
    /** Into memory. */
    WRITE,
    /** Nothing. */
    NONE
  }

  private static final Command[] ALL = values();

  private final int code;
  final Transfer transfer;

  Command(int code, Transfer transfer) {
    this.code = code;
    this.transfer = transfer;
  }

  /** The command of a code, or null. */
  static @Nullable Command of(int code) {
    for (Command each : ALL) {
      if (each.code == code) {
        return each;
      }
    }
    return null;
  }
}
