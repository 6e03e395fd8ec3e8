package dev.backplane.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options and parameters that belong together: those of a command, or some that several commands
 * have. A class declares them as its fields, parameters in their order on the command line. Nothing
 * finds them by reflection, which would take longer than what most commands do.
 */
public abstract class Options {
  private final List<Option<?>> options = new ArrayList<>();
  private final List<Parameter<?>> parameters = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();
  private final List<Options> parts = new ArrayList<>();
  private @Nullable Options whole;

  private record Choice(String multiplicity, List<Option<?>> among) {}

  /** Declares an option that is there or not. */
  protected final Option<Boolean> flag(String... names) {
    return declare(new Option<>(named(boolean.class, names), false));
  }

  /** Declares an option with a value. */
  protected final <T> Option<T> option(Class<T> type, String... names) {
    return declare(new Option<>(named(type, names), null));
  }

  /** Declares an option that may be there several times, each with a value. */
  protected final <T> Option<List<T>> list(Class<T> type, String... names) {
    return declare(new Option<>(named(List.class, names).auxiliaryTypes(type), List.of()));
  }

  /** Declares an option that may be there several times, each with a pair {@code KEY=VALUE}. */
  protected final <K, V> Option<Map<K, V>> map(Class<K> key, Class<V> value, String... names) {
    return declare(new Option<>(named(Map.class, names).auxiliaryTypes(key, value), Map.of()));
  }

  /** Declares the next parameter. */
  protected final <T> Parameter<T> parameter(Class<T> type, String label) {
    return declare(new Parameter<>(placed("", type, label).required(true), null));
  }

  /** Declares all parameters that follow, if any. */
  protected final <T> Parameter<List<T>> parameters(Class<T> type, String label) {
    return declare(
        new Parameter<>(
            placed("..*", List.class, label).auxiliaryTypes(type).arity("0..*"), List.of()));
  }

  /** Says that exactly one of these has to be there. */
  protected final void oneOf(Option<?>... among) {
    choose("1", among);
  }

  /** Says that no two of these go together. */
  protected final void atMostOneOf(Option<?>... among) {
    choose("0..1", among);
  }

  /** Adds what others have declared. */
  protected final <O extends Options> O with(O part) {
    parts.add(part);
    ((Options) part).whole = this;
    return part;
  }

  /** Gives all that is declared here, and by the parts, to the parser. */
  public final void addTo(CommandSpec spec) {
    parts.forEach(part -> part.addTo(spec));
    options.forEach(each -> spec.add(each.spec()));
    for (Choice choice : choices) {
      ArgGroupSpec.Builder group = ArgGroupSpec.builder().multiplicity(choice.multiplicity());
      choice.among().forEach(each -> group.addArg(each.spec()));
      spec.addArgGroup(group.build());
    }
    // Last: where both are missing, the parser tells of both only if options come first.
    parameters.forEach(each -> spec.add(each.spec()));
  }

  /** {@return a mistake in the command line that only shows after it was parsed} */
  protected ParameterException mistake(String problem) {
    return Objects.requireNonNull(whole, "a command has these options").mistake(problem);
  }

  private void choose(String multiplicity, Option<?>... among) {
    options.removeAll(List.of(among));
    choices.add(new Choice(multiplicity, List.of(among)));
  }

  private <T> Option<T> declare(Option<T> option) {
    options.add(option);
    return option;
  }

  private <T> Parameter<T> declare(Parameter<T> parameter) {
    parameters.add(parameter);
    return parameter;
  }

  private static OptionSpec.Builder named(Class<?> type, String... names) {
    OptionSpec.Builder builder = OptionSpec.builder(names).type(type);
    return type.isEnum() ? builder.completionCandidates(new ConstantWords(type)) : builder;
  }

  private PositionalParamSpec.Builder placed(String more, Class<?> type, String label) {
    PositionalParamSpec.Builder builder =
        PositionalParamSpec.builder().index(parameters.size() + more).type(type).paramLabel(label);
    return type.isEnum() ? builder.completionCandidates(new ConstantWords(type)) : builder;
  }
}
