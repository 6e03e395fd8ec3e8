package dev.backplane.xrt.card.ert;

/** The addresses of the control registers and of the command queue in the register space. */
public enum WindowLayout {
  /** Firmware before version 30. */
  LEGACY(0x18_0000, 0x19_0000),
  /** Firmware 30 and later. */
  FIRMWARE_30(0x1_0000, 0x80_0000_0000L);

  /** Bytes of the command queue, and of the space of the control registers. */
  public static final int BYTES = 0x1_0000;

  private final long control;
  private final long queue;

  WindowLayout(long control, long queue) {
    this.control = control;
    this.queue = queue;
  }

  /** {@return where the control registers begin} */
  public long control() {
    return control;
  }

  /** {@return where the command queue begins} */
  public long queue() {
    return queue;
  }

  /**
   * {@return whether an offset lies in one of the two windows}
   *
   * @param offset in the register space
   */
  public boolean contains(long offset) {
    return inControl(offset) || inQueue(offset);
  }

  boolean inControl(long offset) {
    return offset >= control && offset < control + BYTES;
  }

  boolean inQueue(long offset) {
    return offset >= queue && offset < queue + BYTES;
  }
}
