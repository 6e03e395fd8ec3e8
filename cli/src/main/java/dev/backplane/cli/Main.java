package dev.backplane.cli;

/** The entry of the {@code backplane} command. */
public final class Main {
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
    int code = CommandTree.of(console, interruption, arguments).execute(arguments);
    console.err().flush();
    if (console.out().checkError() && code == ExitCode.OK) {
      console.err().println("backplane: the output could not be written; is the disk full?");
      return ExitCode.FAILED;
    }
    return code;
  }
}
