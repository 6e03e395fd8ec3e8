package dev.backplane.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;

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

  /** The codes of all commands, with their meaning where a command says nothing else. */
  public static final Map<String, String> COMMON = common();

  /** The codes with which the system ends any process. */
  public static final Map<String, String> SIGNALS = signals();

  private ExitCode() {}

  private static Map<String, String> common() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "All went well.");
    codes.put("1", "It was tried and failed; a damaged image is such a failure.");
    codes.put(
        "2", "The command line or the configuration is wrong, or a file they name cannot be read.");
    codes.put("130", "Ctrl-C ended it: the run was cancelled, temporary files were removed.");
    return codes;
  }

  private static Map<String, String> signals() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put(
        "143, 129",
        "The signal TERM or HUP ended it, as any process: 128 and the number of the signal. It"
            + " cleaned up as after Ctrl-C.");
    codes.put("137", "The signal KILL ended it: nothing was cleaned up.");
    return codes;
  }
}
