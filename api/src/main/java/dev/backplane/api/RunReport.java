package dev.backplane.api;

import java.time.Duration;

/**
 * What a run that ended took. Immutable.
 *
 * @param cycles clock cycles of the compute unit from start to completion; -1 where the device
 *     counts none
 * @param elapsed wall-clock time on the compute unit; zero where it is not measured, as for very
 *     short kernels
 */
public record RunReport(long cycles, Duration elapsed) {}
