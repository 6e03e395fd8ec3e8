package dev.backplane.cli;

import dev.backplane.api.board.Resets.Part;
import dev.backplane.cli.capi.CapiCommand;
import dev.backplane.cli.card.ClockCommand;
import dev.backplane.cli.card.ErrorsCommand;
import dev.backplane.cli.card.ExamineCommand;
import dev.backplane.cli.card.InfoCommand;
import dev.backplane.cli.card.ListCommand;
import dev.backplane.cli.card.ProgramCommand;
import dev.backplane.cli.card.ResetCommand;
import dev.backplane.cli.card.SensorsCommand;
import dev.backplane.cli.card.TopCommand;
import dev.backplane.cli.card.ValidateCommand;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.DurationText;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Interruption;
import dev.backplane.cli.command.TraceLevelText;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.help.CompletionCommand;
import dev.backplane.cli.help.HelpCommand;
import dev.backplane.cli.help.ManCommand;
import dev.backplane.cli.host.ExecCommand;
import dev.backplane.cli.host.ServeCommand;
import dev.backplane.cli.image.ImageCommand;
import dev.backplane.cli.kernel.ArgumentText;
import dev.backplane.cli.kernel.BuildCommand;
import dev.backplane.cli.kernel.DemoCommand;
import dev.backplane.cli.kernel.RunCommand;
import dev.backplane.cli.kernel.TestCommand;
import dev.backplane.cli.kernel.WaveCommand;
import dev.backplane.cli.network.CompileCommand;
import dev.backplane.cli.network.ComponentsCommand;
import dev.backplane.cli.network.GraphCommand;
import dev.backplane.cli.network.SimulateCommand;
import dev.backplane.cli.opae.OpaeCommand;
import dev.backplane.cli.opae.OpaePlaceOptions.BusNumber;
import dev.backplane.cli.setup.DoctorCommand;
import dev.backplane.cli.setup.PluginCommand;
import dev.backplane.cli.setup.PluginsCommand;
import dev.backplane.cli.view.ViewCommand;
import dev.backplane.opae.abi.Guid;
import dev.backplane.runtime.TraceLevel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Puts the commands together, and says how the words of a command line become values. */
final class CommandTree {
  private static final int WIDTH = 100;

  /** Commands that need all others to be there. */
  static final Set<String> TELL_OF_OTHERS =
      Set.of(HelpCommand.NAME, CompletionCommand.NAME, ManCommand.NAME);

  /** The makers of the commands, in the order of the help text. */
  private static final Map<String, Function<CommonOptions, Command>> COMMANDS = commands();

  static {
    // The parser would search all jars for a class of Groovy, and make converters by reflection.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", "java[.].*");
  }

  private CommandTree() {}

  private static Map<String, Function<CommonOptions, Command>> commands() {
    Map<String, Function<CommonOptions, Command>> commands = new LinkedHashMap<>();
    commands.put("demo", DemoCommand::new);
    commands.put("run", RunCommand::new);
    commands.put("wave", WaveCommand::new);
    commands.put("test", TestCommand::new);
    commands.put("build", BuildCommand::new);
    commands.put("compile", CompileCommand::new);
    commands.put("simulate", SimulateCommand::new);
    commands.put("components", ComponentsCommand::new);
    commands.put("exec", ExecCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("view", ViewCommand::new);
    commands.put("list", ListCommand::new);
    commands.put("info", InfoCommand::new);
    commands.put("image", ImageCommand::new);
    commands.put("examine", ExamineCommand::new);
    commands.put("validate", ValidateCommand::new);
    commands.put("reset", ResetCommand::new);
    commands.put("clock", ClockCommand::new);
    commands.put("sensors", SensorsCommand::new);
    commands.put("errors", ErrorsCommand::new);
    commands.put("program", ProgramCommand::new);
    commands.put("top", TopCommand::new);
    commands.put("opae", OpaeCommand::new);
    commands.put("capi", CapiCommand::new);
    commands.put("plugins", PluginsCommand::new);
    commands.put("plugin", PluginCommand::new);
    commands.put("graph", GraphCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put(HelpCommand.NAME, HelpCommand::new);
    commands.put(CompletionCommand.NAME, CompletionCommand::new);
    commands.put(ManCommand.NAME, ManCommand::new);
    return commands;
  }

  /**
   * {@return the command with those below it that the arguments can mean} A parser of one command
   * is quick to make, those of all are not.
   */
  static CommandLine of(Console console, Interruption interruption, String... arguments) {
    Failures failures = new Failures(console, interruption);
    List<Command> commands =
        meant(arguments).stream()
            .map(COMMANDS::get)
            .map(command -> command.apply(new CommonOptions(console, interruption)))
            .toList();
    return new BackplaneCommand(commands)
        .parser()
        .setOut(console.out())
        .setErr(console.err())
        .registerConverter(Path.class, CommandTree::path)
        .registerConverter(Duration.class, DurationText::parse)
        .registerConverter(TraceLevel.class, TraceLevelText::parse)
        .registerConverter(ArgumentText.class, ArgumentText::parse)
        .registerConverter(Part.class, ResetCommand::kind)
        .registerConverter(UUID.class, CommandTree::guid)
        .registerConverter(BusNumber.class, BusNumber::parse)
        .setUsageHelpWidth(WIDTH)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** {@return the names of all commands, in the order of the help text} */
  static Collection<String> names() {
    return COMMANDS.keySet();
  }

  /** All of them for what tells of others, a mistake, or another name of a command. */
  private static Collection<String> meant(String... arguments) {
    return arguments.length > 0
            && COMMANDS.containsKey(arguments[0])
            && !TELL_OF_OTHERS.contains(arguments[0])
        ? List.of(arguments[0])
        : COMMANDS.keySet();
  }

  private static UUID guid(String words) {
    return Guid.parse(words)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + words + "' is no id; write it as d8424dc4-a4a3-c413-f89e-433683f9040b"));
  }

  private static Path path(String words) {
    try {
      return Path.of(words);
    } catch (InvalidPathException e) {
      throw UnreadableFile.of(e);
    }
  }
}
