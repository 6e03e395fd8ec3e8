package dev.backplane.cli.help;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UsageMistake;
import java.util.List;
import picocli.CommandLine;

/** Shows the help text of a command. */
public final class HelpCommand extends Command {
  /** The word that people write; all other commands are known then. */
  public static final String NAME = "help";

  private final CommonOptions common;

  private final Parameter<List<String>> words =
      parameters(String.class, "COMMAND")
          .about("Which command, with the one below it if there is one. Default: list all.");

  public HelpCommand(CommonOptions common) {
    super(NAME, "Show what a command does and takes.");
    footer("", "Examples:", "  backplane help run", "  backplane help image sign");
    this.common = common;
  }

  @Override
  public Integer call() {
    CommandLine shown = top();
    for (String word : words.get()) {
      CommandLine below = shown.getSubcommands().get(word);
      if (below == null) {
        throw mistake(UsageMistake.noSuchCommand(shown.getCommandSpec(), word).text());
      }
      shown = below;
    }
    shown.usage(common.console().out());
    return ExitCode.OK;
  }
}
