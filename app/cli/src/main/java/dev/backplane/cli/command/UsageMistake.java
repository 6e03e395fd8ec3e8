package dev.backplane.cli.command;

import dev.backplane.driverkit.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The words for a command line that cannot be understood.
 *
 * @param text one line
 * @param corrected whether it names what was probably meant
 */
public record UsageMistake(String text, boolean corrected) {
  static UsageMistake of(ParameterException problem) {
    CommandSpec command = problem.getCommandLine().getCommandSpec();
    Optional<String> option = unknownOption(problem);
    if (option.isPresent()) {
      return noSuchOption(command, option.get());
    }
    if (!(problem instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return new UsageMistake(Failures.oneLine(problem), false);
    }
    String word = unmatched.getUnmatched().getFirst();
    return command.subcommands().isEmpty()
        ? new UsageMistake(tooMany(command, word), false)
        : noSuchCommand(command, word);
  }

  /** {@return the mistake of a word where a command below another has to be} */
  public static UsageMistake noSuchCommand(CommandSpec above, String word) {
    String where = above.parent() == null ? "" : " of '" + above.qualifiedName() + "'";
    return meant(
        "there is no command '" + word + "'" + where,
        Spelling.allNearest(word, above.subcommands().keySet()));
  }

  private static UsageMistake noSuchOption(CommandSpec command, String word) {
    String name = word.replaceFirst("=.*$", "");
    String letters = letters(name);
    // A letter is no beginning of a longer name that is wrong.
    List<String> known =
        command.options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> List.of(option.names()).stream())
            .filter(each -> letters.length() == 1 || letters(each).length() > 1)
            .toList();
    List<String> nearest =
        Spelling.allNearest(letters, known.stream().map(UsageMistake::letters).toList());
    return meant(
        "'%s' has no option '%s'".formatted(command.qualifiedName(), name),
        known.stream().filter(each -> nearest.contains(letters(each))).toList());
  }

  private static String letters(String option) {
    return option.replaceFirst("^-+", "");
  }

  private static UsageMistake meant(String text, List<String> words) {
    return words.isEmpty()
        ? new UsageMistake(text, false)
        : new UsageMistake(
            words.stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" or ", text + "; did you mean ", "?")),
            true);
  }

  /** An option that is not known may be the reason why another one is missing. */
  private static Optional<String> unknownOption(ParameterException problem) {
    return switch (problem) {
      case UnmatchedArgumentException unmatched when unmatched.isUnknownOption() ->
          unmatched.getUnmatched().stream().findFirst();
      case MissingParameterException missing ->
          missing.getCommandLine().getUnmatchedArguments().stream()
              .filter(word -> word.startsWith("--"))
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static String tooMany(CommandSpec command, String word) {
    String takes =
        command.positionalParameters().stream()
            .map(
                each ->
                    each.paramLabel() + (isNumber(each.auxiliaryTypes()[0]) ? " (a number)" : ""))
            .collect(Collectors.joining(" "));
    return "'%s' does not take '%s' here, %s"
        .formatted(
            command.qualifiedName(), word, takes.isEmpty() ? "only options" : "it takes " + takes);
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(type);
  }
}
