package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.cli.command.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.ParameterException;

class OptionsTest {
  private static final class Example extends Options {
    final Option<Boolean> quick = flag("-q", "--quick").about("Hurries.");
    final Option<Integer> count = option(Integer.class, "--count").label("N").byDefault("3");
    final Option<String> form = option(String.class, "--form").label("F").withoutValue("table");
    final Option<List<String>> names = list(String.class, "--name").label("NAME").commas();
    final Option<Map<String, Integer>> sizes =
        map(String.class, Integer.class, "--size").label("NAME=N").withoutPairValue("1");
    final Option<Boolean> here = flag("--here").about("Here.");
    final Option<Boolean> there = flag("--there").about("There.");
    final Parameter<String> first = parameter(String.class, "FIRST");
    final Parameter<List<String>> rest = parameters(String.class, "REST");

    Example() {
      atMostOneOf(here, there);
    }

    Example parse(String... arguments) {
      CommandSpec spec = CommandSpec.create();
      addTo(spec);
      new CommandLine(spec).parseArgs(arguments);
      return this;
    }
  }

  @Test
  void aMissingOptionHasItsDefaultOrIsEmpty() {
    Example example = new Example().parse("one");
    assertThat(example.quick.get()).isFalse();
    assertThat(example.here.get()).isFalse();
    assertThat(example.count.get()).isEqualTo(3);
    assertThat(example.form.isPresent()).isFalse();
    assertThat(example.names.get()).isEmpty();
    assertThat(example.sizes.get()).isEmpty();
    assertThat(example.rest.get()).isEmpty();
    assertThatThrownBy(example.form::get).hasMessageContaining("F was not given");
  }

  @Test
  void readsAnOptionAsItsType() {
    Example example =
        new Example()
            .parse(
                "-q",
                "--count=7",
                "one",
                "--name=a,b",
                "--name",
                "c",
                "--size=x=2",
                "--size=y",
                "--here",
                "two",
                "three",
                "--form");
    assertThat(example.quick.get()).isTrue();
    assertThat(example.here.get()).isTrue();
    assertThat(example.there.get()).isFalse();
    assertThat(example.count.get()).isEqualTo(7);
    assertThat(example.form.optional()).contains("table");
    assertThat(example.names.get()).containsExactly("a", "b", "c");
    assertThat(example.sizes.get()).isEqualTo(Map.of("x", 2, "y", 1));
    assertThat(example.first.get()).isEqualTo("one");
    assertThat(example.rest.get()).containsExactly("two", "three");
    assertThat(example.quick.name()).isEqualTo("--quick");
  }

  @Test
  void aMistakeIsRefused() {
    assertThatThrownBy(() -> new Example().parse())
        .isInstanceOf(MissingParameterException.class)
        .hasMessageContaining("FIRST");
    assertThatThrownBy(() -> new Example().parse("one", "--here", "--there"))
        .isInstanceOf(MutuallyExclusiveArgsException.class);
    assertThatThrownBy(() -> new Example().parse("one", "--count=many"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'many' is not an int");
  }

  @ParameterizedTest
  @MethodSource("dev.backplane.cli.AllCommands#commands")
  void everyCommandTellsWhatItsOptionsAndParametersAre(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    assertThat(spec.usageMessage().header()).isNotEmpty();
    assertThat(spec.optionsMap()).containsKeys("-h", "--help", "-V", "--version");
    assertThat(spec.args())
        .allSatisfy(
            each -> {
              assertThat(each.description()).as("description of %s", each).isNotEmpty();
              if (each.arity().max() > 0) {
                assertThat(each.paramLabel()).as("label of %s", each).isNotEqualTo("PARAM");
              }
            });
  }

  @ParameterizedTest
  @MethodSource("dev.backplane.cli.AllCommands#commands")
  void everyOptionHasWhatReadsItsType(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String[] words = (spec.qualifiedName() + " ").split(" ", -1);
    for (OptionSpec option : spec.options()) {
      if (option.arity().max() > 0) {
        words[words.length - 1] = option.longestName() + "=x";
        try {
          spec.root().commandLine().parseArgs(Arrays.copyOfRange(words, 1, words.length));
        } catch (ParameterException e) {
          assertThat(e).as(option.longestName()).hasMessageNotContaining("TypeConverter");
        }
      }
    }
  }

  /** What reflection finds are fields, which costs a command tens of milliseconds. */
  @ParameterizedTest
  @MethodSource("dev.backplane.cli.AllCommands#commands")
  void noCommandIsFoundByReflection(CommandLine command) {
    assertThat(command.getCommandSpec().args()).extracting(ArgSpec::userObject).containsOnlyNulls();
    assertThat(command.getCommandSpec().mixins()).isEmpty();
    assertThat(command.getCommandSpec().userObject()).isInstanceOf(Command.class);
  }
}
