package dev.backplane.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** Puts the commands together. */
final class CommandTree {
  private static final int WIDTH = 100;

  private CommandTree() {}

  static CommandLine of(Console console, Interruption interruption) {
    Failures failures = new Failures(console, interruption);
    CommandLine tree = new CommandLine(new BackplaneCommand());
    List<Function<CommonOptions, Object>> commands =
        List.of(
            DemoCommand::new,
            RunCommand::new,
            WaveCommand::new,
            BuildCommand::new,
            ExecCommand::new,
            ServeCommand::new,
            ListCommand::new,
            InfoCommand::new,
            ImageCommand::of,
            ExamineCommand::new,
            ValidateCommand::new,
            ResetCommand::new,
            ClockCommand::new,
            ProgramCommand::new,
            TopCommand::new,
            PluginsCommand::new,
            DoctorCommand::new);
    for (Function<CommonOptions, Object> command : commands) {
      tree.addSubcommand(command.apply(new CommonOptions(console, interruption)));
    }
    tree.getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().versionProvider(new Versions()));
    return tree.setOut(console.out())
        .setErr(console.err())
        .registerConverter(Path.class, CommandTree::path)
        .setUsageHelpWidth(WIDTH)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  private static Path path(String words) {
    try {
      return Path.of(words);
    } catch (InvalidPathException e) {
      throw UnreadableFile.of(e);
    }
  }
}
