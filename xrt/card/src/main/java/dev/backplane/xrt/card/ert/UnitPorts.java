package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ControlProtocol;

/**
 * The compute units as the firmware reaches them: by their registers alone. Called by the
 * firmware's thread; what is thrown ends the command that was under way.
 */
public interface UnitPorts {
  /** {@return how many there are} */
  int count();

  /**
   * {@return the offset of a unit's registers in the card's register space}
   *
   * @param unit its index
   */
  long base(int unit);

  /**
   * {@return how many bytes of registers a unit has}
   *
   * @param unit its index
   */
  long range(int unit);

  /**
   * {@return how a unit is started}
   *
   * @param unit its index
   */
  ControlProtocol protocol(int unit);

  /**
   * {@return whether a unit's interrupt reaches the scheduler, through {@link
   * EmbeddedScheduler#unitInterrupt}; if not, the unit is polled}
   *
   * @param unit its index
   */
  boolean interrupts(int unit);

  /**
   * Announces that the following calls for a unit are for the command in a slot.
   *
   * @param unit the unit's index
   * @param slot the slot
   */
  default void serve(@SuppressWarnings("unused") int unit, @SuppressWarnings("unused") int slot) {}

  /**
   * Tells a unit to stop what it was started for, which it then does or does not.
   *
   * @param unit the unit's index
   * @return whether it can be told
   */
  boolean stop(int unit);

  /**
   * Resets a unit, whatever it is on.
   *
   * @param unit the unit's index
   */
  void reset(int unit);

  /**
   * Reads a register.
   *
   * @param unit the unit's index
   * @param offset a multiple of 4
   * @return the value
   */
  int read(int unit, int offset);

  /**
   * Writes a register.
   *
   * @param unit the unit's index
   * @param offset a multiple of 4
   * @param value what to write
   */
  void write(int unit, int offset, int value);
}
