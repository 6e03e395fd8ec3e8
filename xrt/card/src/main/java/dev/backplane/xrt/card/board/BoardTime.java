package dev.backplane.xrt.card.board;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time as boards see it.
 *
 * @param clock for records
 * @param nanos for models; begins anywhere and only grows
 */
public record BoardTime(InstantSource clock, LongSupplier nanos) {
  /** The machine's time. */
  public static final BoardTime SYSTEM = new BoardTime(InstantSource.system(), System::nanoTime);
}
