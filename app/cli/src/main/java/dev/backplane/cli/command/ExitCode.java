package dev.backplane.cli.command;

/** The exit codes of the process. */
public final class ExitCode {
  /** Success. */
  public static final int OK = 0;

  /** The request was tried and failed. */
  public static final int FAILED = 1;

  /** The request is wrong: the command line, or a file that it names. */
  public static final int USAGE = 2;

  /** Ended by Ctrl-C; the JVM itself exits with this code on the signal. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
