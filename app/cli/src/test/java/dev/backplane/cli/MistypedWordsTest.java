package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Commands and options with one wrong letter find what was meant. */
class MistypedWordsTest {
  /** Shorter ones have too little of what was meant. */
  private static final int SHORTEST = "--abc".length();

  private final StringWriter err = new StringWriter();

  /** One parser for all words, which is what takes time. */
  private final CommandLine tree =
      CommandTree.of(
          new Console(new PrintWriter(Writer.nullWriter()), new PrintWriter(err, true)),
          new Interruption());

  private String answer(List<String> words) {
    err.getBuffer().setLength(0);
    assertThat(tree.execute(words.toArray(String[]::new))).as("%s", words).isEqualTo(2);
    return err.toString();
  }

  /** The words to write before those below a command. */
  private static List<String> path(CommandLine command) {
    List<String> words = new ArrayList<>();
    for (CommandLine each = command; each.getParent() != null; each = each.getParent()) {
      words.addFirst(each.getCommandName());
    }
    return words;
  }

  private static Set<String> mistyped(String word, Collection<String> known) {
    Set<String> wrong = new TreeSet<>();
    for (int i = 0; i < word.length(); i++) {
      wrong.addAll(mistyped(word, i));
    }
    wrong.removeAll(known);
    return wrong;
  }

  /** A letter replaced, left out, written twice, or exchanged with its neighbour. */
  private static List<String> mistyped(String word, int at) {
    String before = word.substring(0, at);
    String from = word.substring(at);
    String after = from.substring(1);
    List<String> wrong =
        new ArrayList<>(
            List.of(before + 'z' + after, before + after, before + from.charAt(0) + from));
    if (!after.isEmpty()) {
      wrong.add(before + after.charAt(0) + from.charAt(0) + after.substring(1));
    }
    return wrong;
  }

  @ParameterizedTest
  @MethodSource("dev.backplane.cli.AllCommands#commands")
  void everyCommandWithOneWrongLetterFindsItself(CommandLine above) {
    if (!above.getCommandSpec().positionalParameters().isEmpty()) {
      return; // Any word may be a file.
    }
    Set<String> names = above.getSubcommands().keySet();
    for (String name : names) {
      for (String wrong : mistyped(name, names)) {
        List<String> words = new ArrayList<>(path(above));
        words.add(wrong);
        assertThat(answer(words))
            .startsWith("backplane: there is no command '" + wrong + "'")
            .containsPattern("; did you mean .*'" + name + "'.*\\?\n$");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.backplane.cli.AllCommands#commands")
  void everyLongOptionWithOneWrongLetterFindsItself(CommandLine command) {
    Set<String> all = command.getCommandSpec().optionsMap().keySet();
    List<String> shown =
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> Stream.of(option.names()))
            .filter(name -> name.startsWith("--") && name.length() >= SHORTEST)
            .toList();
    for (String name : shown) {
      // There are hundreds of options, and each answer reads the whole command.
      for (String wrong : mistyped(name.substring(2), name.length() / 2 - 1)) {
        if (!all.contains("--" + wrong)) {
          List<String> words = new ArrayList<>(path(command));
          words.add("--" + wrong);
          assertThat(answer(words))
              .contains(" has no option '--" + wrong + "'")
              .containsPattern("; did you mean .*'" + name + "'.*\\?\n$");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "lst | there is no command 'lst'; did you mean 'list'?",
        "rest | there is no command 'rest'; did you mean 'test' or 'reset'?",
        "image inspct | there is no command 'inspct' of 'backplane image'; did you mean 'inspect'?",
        "list --jsn | 'backplane list' has no option '--jsn'; did you mean '--json'?",
        "list --jsn=yes x | 'backplane list' has no option '--jsn'; did you mean '--json'?",
        "run --kernl=k | 'backplane run' has no option '--kernl'; did you mean '--kernel'?"
      })
  void aMistakeNamesWhatWasMeantAndNothingElse(String line, String said) {
    assertThat(answer(List.of(line.split(" ", -1)))).isEqualTo("backplane: " + said + "\n");
  }

  @Test
  void aWordThatIsLikeNothingIsSentToTheHelp() {
    assertThat(answer(List.of("nonsense")))
        .isEqualTo("backplane: there is no command 'nonsense'\nSee 'backplane --help'.\n");
    assertThat(answer(List.of("list", "--zzzzzz")))
        .isEqualTo(
            "backplane: 'backplane list' has no option '--zzzzzz'\nSee 'backplane list --help'.\n");
  }

  @Test
  void helpKnowsMistypedCommandsToo() {
    assertThat(answer(List.of("help", "image", "inspct")))
        .startsWith("backplane: there is no command 'inspct' of 'backplane image'; did you mean");
  }
}
