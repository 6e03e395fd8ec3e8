package dev.backplane.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** A command: its words in the help text, its options and parameters, and what it does. */
public abstract class Command extends Options implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final List<Command> below = new ArrayList<>();
  private final Map<String, String> exitCodes = new TreeMap<>(Command::byNumber);

  /**
   * Names it.
   *
   * @param name what people write
   * @param header what it is for, in a line
   */
  protected Command(String name, String header) {
    spec.name(name).versionProvider(() -> new String[] {Versions.line()});
    spec.usageMessage().header(header);
    exitCodes.putAll(ExitCode.COMMON);
  }

  /** Codes of three digits come after those of one, and {@code 128+N} after 127. */
  private static int byNumber(String one, String other) {
    int longer = Integer.compare(Math.min(3, one.length()), Math.min(3, other.length()));
    return longer == 0 ? one.compareTo(other) : longer;
  }

  /** Other names of it. */
  protected final void aliases(String... names) {
    spec.aliases(names);
  }

  /** Lines of the help text after the synopsis. */
  protected final void description(String... lines) {
    spec.usageMessage().description(lines);
  }

  /** Lines at the end of the help text. */
  protected final void footer(String... lines) {
    spec.usageMessage().footer(lines);
  }

  /** Says what an exit code means, where it is not what it means for other commands. */
  protected final void exitCode(int code, String meaning) {
    exitCode(String.valueOf(code), meaning);
  }

  /** Says what exit codes mean that have something in common. */
  protected final void exitCode(String codes, String meaning) {
    exitCodes.put(codes, meaning);
  }

  /** Has commands below it, and does nothing without one. */
  protected final void below(List<Command> commands) {
    below.addAll(commands);
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
  }

  /** {@return the names of the commands below it, in the order of the help text} */
  protected final String namesBelow() {
    return String.join(", ", spec.subcommands().keySet());
  }

  /** {@return the parser that all commands are below} */
  protected final CommandLine top() {
    CommandLine top = spec.commandLine();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    return top;
  }

  /** {@return the parser of the command and those below it} */
  public final CommandLine parser() {
    addTo(spec);
    spec.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(exitCodes);
    spec.addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
    CommandLine parser = new CommandLine(spec);
    below.forEach(command -> parser.addSubcommand(command.parser()));
    return parser;
  }

  @Override
  public abstract Integer call();

  @Override
  protected final ParameterException mistake(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
