package dev.backplane.rtl.simulators.verilator;

import java.util.Map;

/** Describes exit codes. */
final class ExitStatus {
  /** The JVM adds this to the number of the signal that ended a process. */
  private static final int SIGNAL_BASE = 128;

  private static final Map<Integer, String> SIGNAL_NAMES =
      Map.of(
          2, "SIGINT",
          4, "SIGILL",
          6, "SIGABRT",
          7, "SIGBUS",
          8, "SIGFPE",
          9, "SIGKILL",
          11, "SIGSEGV",
          13, "SIGPIPE",
          15, "SIGTERM");

  private ExitStatus() {}

  /** {@return the way a process ended, as the end of a sentence about it} */
  static String describe(int exitCode) {
    if (exitCode <= SIGNAL_BASE) {
      return "ended with code " + exitCode;
    }
    int signal = exitCode - SIGNAL_BASE;
    return "died of " + SIGNAL_NAMES.getOrDefault(signal, "signal " + signal);
  }
}
