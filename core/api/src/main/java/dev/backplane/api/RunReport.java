package dev.backplane.api;

import java.time.Duration;

/**
 * The cycles and the time that a run took, once it has ended. Immutable.
 *
 * @param cycles clock cycles of the compute unit from start to completion; -1 where the device
 *     counts none
 * @param elapsed wall-clock time on the compute unit; zero where it is not measured, as for very
 *     short kernels
 */
public record RunReport(long cycles, Duration elapsed) {}
