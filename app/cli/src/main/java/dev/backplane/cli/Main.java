package dev.backplane.cli;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Interruption;
import dev.backplane.cli.command.Versions;
import dev.backplane.cli.host.LaunchArguments;

/** The entry of the {@code backplane} command. */
public final class Main {
  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String... arguments) {
    if (Versions.asked(arguments)) {
      System.out.println(Versions.line());
      if (!System.out.checkError()) {
        return;
      }
    }
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
    // System.exit looks for a logger in all jars before it ends the process, so it is left out
    // where
    // it would change nothing. If Ctrl-C came first, both wait for the process to end with its
    // code.
    if (code != ExitCode.OK || threadsAreLeft()) {
      System.exit(code);
    }
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

  /** Tells whether the JVM would wait for a thread that somebody has left behind. */
  private static boolean threadsAreLeft() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    for (ThreadGroup above = group; above != null; above = above.getParent()) {
      group = above;
    }
    // Twice as many as there seem to be: if even those are not enough, some are left.
    Thread[] threads = new Thread[2 * group.activeCount() + 1];
    int count = group.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (!threads[i].isDaemon() && threads[i] != Thread.currentThread()) {
        return true;
      }
    }
    return count == threads.length;
  }
}
