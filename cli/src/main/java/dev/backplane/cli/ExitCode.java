package dev.backplane.cli;

/** What the process answers its caller. */
final class ExitCode {
  /** All went well. */
  static final int OK = 0;

  /** What was asked for was tried and failed. */
  static final int FAILED = 1;

  /** What was asked for cannot be done like that: the command line or a file it names is wrong. */
  static final int USAGE = 2;

  /** Ended by Ctrl-C; the JVM itself answers so when the signal comes. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
