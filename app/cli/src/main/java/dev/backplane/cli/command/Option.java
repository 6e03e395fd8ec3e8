package dev.backplane.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command-line option: it has a name, such as {@code --json}, and may stand anywhere.
 *
 * @param <T> the type of its value
 */
public final class Option<T> extends Declaration<T> {
  private final OptionSpec.Builder builder;

  /** {@link Options} declares them. */
  Option(OptionSpec.Builder builder, @Nullable T absent) {
    super(absent);
    this.builder = builder;
  }

  @Override
  ArgSpec make() {
    return builder.build();
  }

  /** {@return its name, the long one if there are two} */
  public String name() {
    return ((OptionSpec) spec()).longestName();
  }

  /** Names the value in help texts. */
  public Option<T> label(String label) {
    builder.paramLabel(label);
    return this;
  }

  /** Tells what it does; more lines than one are kept as they are. */
  public Option<T> about(String... lines) {
    builder.description(lines);
    return this;
  }

  /** Has one of these words as its value: shells offer them, and ask for them only then. */
  public Option<T> offers(Iterable<String> words) {
    builder.completionCandidates(words);
    return this;
  }

  /** Is this, as a command line would say it, if it is not there. */
  public Option<T> byDefault(String words) {
    builder.defaultValue(words);
    return this;
  }

  /** May be there without a value, and then means this one. */
  public Option<T> withoutValue(String words) {
    builder.arity("0..1").fallbackValue(words);
    return this;
  }

  /** Pairs may be there without a value, and then have this one. */
  public Option<T> withoutPairValue(String words) {
    builder.mapFallbackValue(words);
    return this;
  }

  /** Takes several values at once, with commas between them. */
  public Option<T> commas() {
    builder.splitRegex(",");
    return this;
  }

  /** Sees the words that follow before they are read. */
  Option<T> preprocessor(IParameterPreprocessor preprocessor) {
    builder.preprocessor(preprocessor);
    return this;
  }

  /** Is asked for, and not shown, if no value follows. */
  public Option<T> secret() {
    builder.arity("0..1").interactive(true).echo(false);
    return this;
  }

  /** Has to be there. */
  public Option<T> required() {
    builder.required(true);
    return this;
  }

  /** Is not in the help text. */
  public Option<T> hidden() {
    builder.hidden(true);
    return this;
  }
}
