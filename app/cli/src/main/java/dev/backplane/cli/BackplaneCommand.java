package dev.backplane.cli;

import dev.backplane.cli.command.Command;
import java.util.List;

/** The command itself, which only has commands below it. */
final class BackplaneCommand extends Command {
  BackplaneCommand(List<Command> commands) {
    super(
        "backplane", "Plugs accelerators into the JVM: finds devices, loads images, runs kernels.");
    below(commands);
    footer("", "Start with 'backplane demo', which needs nothing but JDK 25 and Maven.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command: " + namesBelow());
  }
}
