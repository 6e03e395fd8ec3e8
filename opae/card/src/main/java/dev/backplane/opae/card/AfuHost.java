package dev.backplane.opae.card;

import java.lang.foreign.MemorySegment;

/**
 * An accelerator's access to its host: memory by IO address, and interrupts. For use in the calls
 * that the card makes.
 */
public interface AfuHost {
  /**
   * Reads memory of the host.
   *
   * @param ioAddress where to begin
   * @param target is filled
   * @throws AfuFault if the bytes are not all in one prepared buffer
   */
  void read(long ioAddress, MemorySegment target);

  /**
   * Writes memory of the host.
   *
   * @param ioAddress where to begin
   * @param source all of it is written
   * @throws AfuFault if the bytes are not all in one prepared buffer
   */
  void write(long ioAddress, MemorySegment source);

  /**
   * Raises an interrupt.
   *
   * @param vector its number
   * @throws AfuFault if the card has no such interrupt
   */
  void interrupt(int vector);
}
