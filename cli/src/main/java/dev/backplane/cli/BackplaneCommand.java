package dev.backplane.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself, which only has commands below it. */
@Command(
    name = "backplane",
    header = "Plugs accelerators into the JVM: finds devices, loads images, runs kernels.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {
      "",
      "Start with 'backplane demo', which needs nothing but JDK 25 and Maven.",
      "Exit codes: 0 all went well, 1 it was tried and failed, 2 the command line or a file it",
      "names is wrong, 130 ended by Ctrl-C."
    })
final class BackplaneCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}
