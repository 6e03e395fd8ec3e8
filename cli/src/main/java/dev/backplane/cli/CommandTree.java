package dev.backplane.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;

/** Puts the commands together. */
final class CommandTree {
  private static final int WIDTH = 100;
  private static final Set<String> VERSION = Set.of("--version", "-V");

  /** What makes each command, in the order of the help text. */
  private static final Map<String, Function<CommonOptions, Object>> COMMANDS = commands();

  private CommandTree() {}

  private static Map<String, Function<CommonOptions, Object>> commands() {
    Map<String, Function<CommonOptions, Object>> commands = new LinkedHashMap<>();
    commands.put("demo", DemoCommand::new);
    commands.put("run", RunCommand::new);
    commands.put("wave", WaveCommand::new);
    commands.put("build", BuildCommand::new);
    commands.put("exec", ExecCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("list", ListCommand::new);
    commands.put("info", InfoCommand::new);
    commands.put("image", ImageCommand::of);
    commands.put("examine", ExamineCommand::new);
    commands.put("validate", ValidateCommand::new);
    commands.put("reset", ResetCommand::new);
    commands.put("clock", ClockCommand::new);
    commands.put("program", ProgramCommand::new);
    commands.put("top", TopCommand::new);
    commands.put("plugins", PluginsCommand::new);
    commands.put("doctor", DoctorCommand::new);
    return commands;
  }

  /**
   * {@return the command with those below it that the arguments can mean} Making one costs
   * milliseconds of reflection, so a command line that names one gets that one only.
   */
  static CommandLine of(Console console, Interruption interruption, String... arguments) {
    Failures failures = new Failures(console, interruption);
    CommandLine tree = new CommandLine(new BackplaneCommand());
    Collection<String> meant = meant(arguments);
    COMMANDS.forEach(
        (name, command) -> {
          if (meant.contains(name)) {
            tree.addSubcommand(command.apply(new CommonOptions(console, interruption)));
          }
        });
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

  /** {@return the names of all commands, in the order of the help text} */
  static Collection<String> names() {
    return COMMANDS.keySet();
  }

  private static Collection<String> meant(String... arguments) {
    if (arguments.length > 0 && COMMANDS.containsKey(arguments[0])) {
      return List.of(arguments[0]);
    }
    if (arguments.length == 1 && VERSION.contains(arguments[0])) {
      return List.of();
    }
    // Help, a mistake, or another name of a command.
    return COMMANDS.keySet();
  }

  private static Path path(String words) {
    try {
      return Path.of(words);
    } catch (InvalidPathException e) {
      throw UnreadableFile.of(e);
    }
  }
}
