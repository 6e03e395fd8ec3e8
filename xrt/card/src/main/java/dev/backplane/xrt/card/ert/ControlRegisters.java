package dev.backplane.xrt.card.ert;

/**
 * The control and status registers. Guarded by the scheduler's lock. Status registers clear when
 * read: whoever reads them owes whatever they tell of.
 */
final class ControlRegisters {
  static final int STATUS = 0x00;
  static final int CU_DMA_ENABLE = 0x18;
  static final int CU_DMA = 0x1c;
  static final int SLOT_SIZE = 0x2c;
  static final int CU_OFFSET = 0x30;
  static final int SLOTS = 0x34;
  static final int CU_BASE = 0x38;
  static final int QUEUE_BASE = 0x3c;
  static final int CU_ISR_ENABLE = 0x40;
  static final int CU_STATUS = 0x44;
  static final int QUEUE_STATUS_ENABLE = 0x54;
  static final int QUEUE_STATUS = 0x58;
  static final int UNITS = 0x68;
  static final int HOST_INTERRUPT_ENABLE = 0x100;

  private static final int BANK = 16;

  private final int[] words = new int[HOST_INTERRUPT_ENABLE / 4 + 1];

  /** {@return the value of a register as the host reads it; 0 if there is no such register} */
  int read(int offset) {
    int word = offset / 4;
    if (word >= words.length) {
      return 0;
    }
    int value = words[word];
    if (in(offset, STATUS) || in(offset, CU_STATUS) || in(offset, QUEUE_STATUS)) {
      words[word] = 0;
    }
    return value;
  }

  /**
   * Writes a register for the host. Bits of the queue's status are set by writing 1; status of
   * slots and units, and registers that follow from the configuration, cannot be written.
   */
  void write(int offset, int value) {
    if (in(offset, QUEUE_STATUS)) {
      words[offset / 4] |= value;
    } else if (in(offset, CU_DMA)
        || offset == CU_DMA_ENABLE
        || offset == CU_ISR_ENABLE
        || offset == QUEUE_STATUS_ENABLE
        || offset == HOST_INTERRUPT_ENABLE) {
      words[offset / 4] = value;
    }
  }

  int get(int offset) {
    return words[offset / 4];
  }

  void set(int offset, int value) {
    words[offset / 4] = value;
  }

  /** Sets one bit of one of the groups of four registers. */
  void raise(int group, int bit) {
    words[group / 4 + bit / 32] |= 1 << (bit & 31);
  }

  /** Takes a bit of one of the groups back. */
  void lower(int group, int bit) {
    words[group / 4 + bit / 32] &= ~(1 << (bit & 31));
  }

  private static boolean in(int offset, int group) {
    return offset >= group && offset < group + BANK;
  }
}
