package dev.backplane.cli;

/** The exit codes of the process. */
final class ExitCode {
  /** Success. */
  static final int OK = 0;

  /** The request was tried and failed. */
  static final int FAILED = 1;

  /** The request is wrong: the command line, or a file that it names. */
  static final int USAGE = 2;

  /** Ended by Ctrl-C; the JVM itself exits with this code on the signal. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
