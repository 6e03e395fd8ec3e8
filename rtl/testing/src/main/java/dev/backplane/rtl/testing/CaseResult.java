package dev.backplane.rtl.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The result of one run of a test case.
 *
 * @param name the case with the engine and the seed
 * @param test the name of the case
 * @param engine the engine
 * @param seed the seed of back-pressure, 0 for none
 * @param line the line of the file where the case is
 * @param status how it ended
 * @param problem what is wrong, in one or more lines; empty if it passed
 * @param cycles cycles simulated since power-up
 * @param nanos the duration of the run in nanoseconds
 * @param warnings the warnings of the kernel and its models
 * @param waveform the waveform of a failure, if one was recorded
 */
public record CaseResult(
    String name,
    String test,
    String engine,
    long seed,
    int line,
    Status status,
    String problem,
    long cycles,
    long nanos,
    List<String> warnings,
    Optional<Path> waveform) {
  /** Copies the list. */
  public CaseResult {
    warnings = List.copyOf(warnings);
  }

  /** The outcome of a run of a test case. */
  public enum Status {
    /** All is as expected. */
    PASSED,
    /** The kernel did something else than expected, or broke a rule, or did not end. */
    FAILED,
    /** The test itself failed: its Java code, an engine, a tool. */
    ERROR
  }
}
