package dev.backplane.cli.help;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the completion of the shell fish, a line for each command, option and parameter. */
final class FishCompletion {
  private final CommandLine top;
  private final String program;
  private final StringBuilder script = new StringBuilder();

  FishCompletion(CommandLine top) {
    this.top = top;
    this.program = top.getCommandName();
  }

  String script() {
    List<CommandLine> all = Words.commands(top);
    line("# Completion of the command %s for fish.".formatted(program));
    line(
        "set -g __%s_commands %s"
            .formatted(
                program,
                all.stream()
                    .skip(1)
                    .flatMap(command -> paths(command.getCommandSpec()).stream())
                    .map(FishCompletion::quoted)
                    .collect(Collectors.joining(" "))));
    line(
        """
        function __%1$s_is
            set -l path %1$s
            for word in (commandline -opc)[2..-1]
                if contains -- "$path $word" $__%1$s_commands
                    set path "$path $word"
                end
            end
            contains -- $path $argv
        end\
        """
            .formatted(program));
    all.forEach(command -> command(command.getCommandSpec()));
    return script.toString();
  }

  private void command(CommandSpec command) {
    for (CommandLine below : Words.below(command.commandLine())) {
      for (String name : below.getCommandSpec().names()) {
        complete(
            command,
            "-f -a " + quoted(name) + " -d " + quoted(Words.purpose(below.getCommandSpec())));
      }
    }
    Words.options(command).forEach(option -> option(command, option));
    List<PositionalParamSpec> parameters = command.positionalParameters();
    if (parameters.isEmpty()) {
      complete(command, "-f");
    }
    parameters.stream()
        .filter(parameter -> !Words.values(parameter).isEmpty())
        .forEach(parameter -> complete(command, "-f" + offered(parameter)));
  }

  private void option(CommandSpec command, OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (option.arity().min() > 0) {
      words.append(Words.isFile(option) ? " -r -F" : " -x");
    }
    complete(
        command, words.substring(1) + offered(option) + " -d " + quoted(Words.briefly(option)));
  }

  private static String offered(ArgSpec argument) {
    List<String> values = Words.values(argument);
    return values.isEmpty() ? "" : " -a " + quoted(String.join(" ", values));
  }

  /** Says what fish may offer where one command, by whichever of its names, is being written. */
  private void complete(CommandSpec command, String what) {
    line("complete -c %s -n %s %s".formatted(program, quoted(condition(command)), what));
  }

  private String condition(CommandSpec command) {
    return paths(command).stream()
        .map(path -> "\"" + path + "\"")
        .collect(Collectors.joining(" ", "__" + program + "_is ", ""));
  }

  private static List<String> paths(CommandSpec command) {
    CommandSpec above = command.parent();
    return above == null
        ? List.of(command.name())
        : paths(above).stream()
            .flatMap(path -> command.names().stream().map(name -> path + " " + name))
            .toList();
  }

  private void line(String words) {
    script.append(words).append('\n');
  }

  private static String quoted(String words) {
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
