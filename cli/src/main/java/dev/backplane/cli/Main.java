package dev.backplane.cli;

import java.util.Set;

/** The entry of the {@code backplane} command. */
public final class Main {
  /** Asked so often, and by programs, that it is answered before the parser is loaded. */
  private static final Set<String> VERSION = Set.of("-V", "--version");

  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String... arguments) {
    Interruption interruption = Interruption.onShutdown();
    int code;
    try {
      code =
          run(
              Console.ofProcess(),
              interruption,
              LaunchArguments.complete(arguments, System.getenv()));
    } finally {
      interruption.commandEnded();
    }
    // If Ctrl-C came first, this waits for the process to end with its own code.
    System.exit(code);
  }

  static int run(Console console, Interruption interruption, String... arguments) {
    int code;
    if (arguments.length == 1 && VERSION.contains(arguments[0])) {
      console.out().println(Versions.line());
      code = ExitCode.OK;
    } else {
      code = CommandTree.of(console, interruption, arguments).execute(arguments);
    }
    console.err().flush();
    if (console.out().checkError() && code == ExitCode.OK) {
      console.err().println("backplane: the output could not be written; is the disk full?");
      return ExitCode.FAILED;
    }
    return code;
  }
}
