package dev.backplane.cli.help;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reads in the declarations of commands what help texts say. */
final class Words {
  private Words() {}

  /** {@return a command and all below it, each once, in the order of the help text} */
  static List<CommandLine> commands(CommandLine top) {
    List<CommandLine> all = new ArrayList<>(List.of(top));
    below(top).forEach(command -> all.addAll(commands(command)));
    return all;
  }

  /** {@return the commands below one, each once, whatever other names they have} */
  static List<CommandLine> below(CommandLine command) {
    return command.getSubcommands().values().stream().distinct().toList();
  }

  /** {@return what a command is for, without the full stop} */
  static String purpose(CommandSpec command) {
    return String.join(" ", command.usageMessage().header()).replaceFirst("\\.$", "");
  }

  static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream().filter(option -> !option.hidden()).toList();
  }

  /** {@return what an option or parameter is about, in one line} */
  static String about(ArgSpec argument) {
    return String.join(" ", argument.description())
        .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()))
        .replace("${COMPLETION-CANDIDATES}", String.join(", ", values(argument)));
  }

  /** {@return the first sentence of that, without the full stop} */
  static String briefly(ArgSpec argument) {
    return about(argument).replaceFirst("(?s)[.](\\s.*)?$", "");
  }

  /** {@return the values that there are, if there are few} */
  static List<String> values(ArgSpec argument) {
    Iterable<String> offered = argument.completionCandidates();
    return offered == null
        ? List.of()
        : StreamSupport.stream(offered.spliterator(), false).toList();
  }

  /** {@return whether the value is the name of a file} */
  static boolean isFile(ArgSpec argument) {
    return Stream.of(argument.auxiliaryTypes()).anyMatch(Path.class::equals)
        || argument.type() == Path.class;
  }
}
