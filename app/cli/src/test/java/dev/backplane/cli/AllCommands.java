package dev.backplane.cli;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The command and all commands below it, for tests that hold for each. */
final class AllCommands {
  private AllCommands() {}

  static Stream<CommandLine> commands() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    List<CommandLine> commands = new ArrayList<>();
    collect(CommandTree.of(new Console(nowhere, nowhere), new Interruption(), "--help"), commands);
    return commands.stream();
  }

  private static void collect(CommandLine command, List<CommandLine> commands) {
    commands.add(command);
    command.getSubcommands().values().stream()
        .distinct()
        .forEach(below -> collect(below, commands));
  }
}
