package dev.backplane.rtl.engine.verilator;

import java.util.Map;

/** What exit codes say. */
final class Signals {
  /** The JVM adds this to the number of the signal that ended a process. */
  private static final int BY_SIGNAL = 128;

  private static final Map<Integer, String> NAMES =
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

  private Signals() {}

  /** How a process ended, as the end of a sentence about it. */
  static String ending(int exitCode) {
    if (exitCode <= BY_SIGNAL) {
      return "ended with code " + exitCode;
    }
    int signal = exitCode - BY_SIGNAL;
    return "died of " + NAMES.getOrDefault(signal, "signal " + signal);
  }
}
