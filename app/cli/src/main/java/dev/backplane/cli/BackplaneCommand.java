package dev.backplane.cli;

import dev.backplane.cli.command.Command;
import java.util.List;

/** The command itself, which only has commands below it. */
final class BackplaneCommand extends Command {
  BackplaneCommand(List<Command> commands) {
    super(
        "backplane", "Plugs accelerators into the JVM: finds devices, loads images, runs kernels.");
    below(commands);
    footer(
        "",
        "Start with 'backplane demo', which needs nothing but JDK 25 and Maven.",
        "Exit codes: 0 all went well, 1 it was tried and failed, 2 the command line or a file it",
        "names is wrong, 130 ended by Ctrl-C.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command: " + namesBelow());
  }
}
