package dev.backplane.cli;

import picocli.CommandLine;

/** Puts the commands together. */
final class CommandTree {
  private static final int WIDTH = 100;

  private CommandTree() {}

  static CommandLine of(Console console, Interruption interruption) {
    Failures failures = new Failures(console, interruption);
    CommandLine tree = new CommandLine(new BackplaneCommand());
    tree.addSubcommand(new DoctorCommand(new CommonOptions(console, interruption)));
    return tree.setOut(console.out())
        .setErr(console.err())
        .setUsageHelpWidth(WIDTH)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
