package dev.backplane.rtl.harness.psl;

import org.jspecify.annotations.Nullable;

/** A command of an accelerator to a PSL, by the code on {@code ah_com}. */
public enum PslCommand {
  /** Reads a line. */
  READ_CL_NA(0x0a00, Transfer.READ),
  /** Reads a line to share it. */
  READ_CL_S(0x0a50, Transfer.READ),
  /** Reads a line to own it. */
  READ_CL_M(0x0a60, Transfer.READ),
  /** Reads a line and locks it; PSL8 alone. */
  READ_CL_LCK(0x0a6b, Transfer.READ),
  /** Reads a line and reserves it. */
  READ_CL_RES(0x0a67, Transfer.READ),
  /** Reads the process element of a context. */
  READ_PE(0x0a52, Transfer.READ),
  /** Reads a part of a line. */
  READ_PNA(0x0e00, Transfer.READ),
  /** Prepares for a read of a line. */
  TOUCH_I(0x0240, Transfer.NONE),
  /** Prepares for a shared read. */
  TOUCH_S(0x0250, Transfer.NONE),
  /** Prepares for a write. */
  TOUCH_M(0x0260, Transfer.NONE),
  /** Writes a line and gives it up. */
  WRITE_MI(0x0d60, Transfer.WRITE),
  /** Writes a line and keeps it shared. */
  WRITE_MS(0x0d70, Transfer.WRITE),
  /** Writes a line and unlocks it; PSL8 alone. */
  WRITE_UNLOCK(0x0d6b, Transfer.WRITE),
  /** Writes if the reservation still holds. */
  WRITE_C(0x0d67, Transfer.WRITE),
  /** Writes past the cache. */
  WRITE_NA(0x0d00, Transfer.WRITE),
  /** Writes into the cache of the host. */
  WRITE_INJ(0x0d10, Transfer.WRITE),
  /** Pushes a line to memory. */
  PUSH_I(0x0140, Transfer.NONE),
  /** Pushes a line to memory and keeps it shared. */
  PUSH_S(0x0150, Transfer.NONE),
  /** Gives a line up. */
  EVICT_I(0x1140, Transfer.NONE),
  /** Pushes a line that may be anywhere. */
  FLUSH(0x0100, Transfer.NONE),
  /** Requests the interrupt whose number is in the address. */
  INTREQ(0x0000, Transfer.NONE),
  /** Locks a line; PSL8 alone. */
  LOCK(0x016b, Transfer.NONE),
  /** Unlocks a line; PSL8 alone. */
  UNLOCK(0x017b, Transfer.NONE),
  /** Ends the flushing of a context's commands. */
  RESTART(0x0001, Transfer.NONE),
  /** Writes a line of zeros. */
  ZERO_M(0x1260, Transfer.NONE),
  /** Exchanges 4 bytes if they are equal; PSL9. */
  CAS_E_4B(0x0180, Transfer.WRITE),
  /** Exchanges 4 bytes if they differ; PSL9. */
  CAS_NE_4B(0x0181, Transfer.WRITE),
  /** Exchanges 4 bytes; PSL9. */
  CAS_U_4B(0x0182, Transfer.WRITE),
  /** Exchanges 8 bytes if they are equal; PSL9. */
  CAS_E_8B(0x0183, Transfer.WRITE),
  /** Exchanges 8 bytes if they differ; PSL9. */
  CAS_NE_8B(0x0184, Transfer.WRITE),
  /** Exchanges 8 bytes; PSL9. */
  CAS_U_8B(0x0185, Transfer.WRITE),
  /** Wakes the waiting thread of the host; PSL9. */
  ASBNOT(0x0103, Transfer.NONE),
  /** Translates an address for a DMA that reads; PSL9. */
  XLAT_RD(0x1f00, Transfer.NONE),
  /** Translates an address for a DMA that writes; PSL9. */
  XLAT_WR(0x1f01, Transfer.NONE),
  /** Gives up the itag, in the address, of a read; PSL9. */
  ITAG_ABRT_RD(0x1f02, Transfer.NONE),
  /** Gives up the itag, in the address, of a write; PSL9. */
  ITAG_ABRT_WR(0x1f03, Transfer.NONE),
  /** Prepares for the translation of a read; PSL9. */
  XLAT_RD_TOUCH(0x1f10, Transfer.NONE),
  /** Prepares for the translation of a write; PSL9. */
  XLAT_WR_TOUCH(0x1f11, Transfer.NONE);

  /** The direction of a transfer between memory and the accelerator. */
  public enum Transfer {
    /** From memory. */
    READ,
    /** Into memory. */
    WRITE,
    /** Nothing. */
    NONE
  }

  /** By the 13 bits of the code. */
  private static final @Nullable PslCommand[] BY_CODE = new @Nullable PslCommand[1 << 13];

  static {
    for (PslCommand each : values()) {
      BY_CODE[each.code] = each;
    }
  }

  private final int code;
  private final Transfer transfer;

  PslCommand(int code, Transfer transfer) {
    this.code = code;
    this.transfer = transfer;
  }

  /** {@return its code} */
  public int code() {
    return code;
  }

  /** {@return what it moves} */
  public Transfer transfer() {
    return transfer;
  }

  /** {@return whether it has a size, to which its address is aligned} */
  public boolean isSized() {
    return this != RESTART && this != INTREQ && code < XLAT_RD.code;
  }

  /** {@return whether it uses memory at its address} */
  public boolean reachesMemory() {
    return switch (this) {
      case READ_PE, ASBNOT, PUSH_I, PUSH_S, EVICT_I, FLUSH, INTREQ, RESTART -> false;
      case ITAG_ABRT_RD, ITAG_ABRT_WR -> false;
      default -> true;
    };
  }

  /** {@return whether it changes memory, without a condition on a reservation or a lock} */
  public boolean stores() {
    return this == ZERO_M
        || (transfer == Transfer.WRITE && this != WRITE_C && this != WRITE_UNLOCK);
  }

  /** {@return whether a command can have a size: a power of 2 up to 128} */
  public static boolean isSize(int bytes) {
    return bytes > 0 && bytes <= CacheLines.BYTES && Integer.bitCount(bytes) == 1;
  }

  /** {@return the command of a code, or null} */
  public static @Nullable PslCommand of(int code) {
    return BY_CODE[code & BY_CODE.length - 1];
  }
}
