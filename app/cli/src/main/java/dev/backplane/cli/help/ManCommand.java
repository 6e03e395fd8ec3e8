package dev.backplane.cli.help;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Writes manual pages of all commands. */
public final class ManCommand extends Command {
  public static final String NAME = "man";

  private final CommonOptions common;

  private final Parameter<Path> folder =
      parameter(Path.class, "FOLDER")
          .about("Where to: a folder, which is made; 'man' looks into those named man1.");

  public ManCommand(CommonOptions common) {
    super(NAME, "Write manual pages of all commands.");
    footer(
        "",
        "Pages that are there already are replaced.",
        "",
        "Examples:",
        "  backplane man ~/.local/share/man/man1",
        "  man backplane-run");
    this.common = common;
  }

  @Override
  public Integer call() {
    List<CommandLine> commands = Words.commands(top());
    try {
      Files.createDirectories(folder.get());
    } catch (IOException e) {
      throw UnreadableFile.at("make", folder.get(), e);
    }
    for (CommandLine command : commands) {
      CommandSpec spec = command.getCommandSpec();
      try (OutputFile file = OutputFile.at(folder.get().resolve(ManPage.name(spec) + ".1"))) {
        file.write(ManPage.of(spec));
      }
    }
    common.console().out().printf("%d pages in %s%n", commands.size(), folder.get());
    return ExitCode.OK;
  }
}
