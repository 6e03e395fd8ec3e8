package dev.backplane.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A positional parameter: a word known by its place among those that belong to no option.
 *
 * @param <T> the type of its value
 */
public final class Parameter<T> extends Declaration<T> {
  private final PositionalParamSpec.Builder builder;

  /** {@link Options} declares them. */
  Parameter(PositionalParamSpec.Builder builder, @Nullable T absent) {
    super(absent);
    this.builder = builder;
  }

  @Override
  ArgSpec make() {
    return builder.build();
  }

  /** Tells what it is; more lines than one are kept as they are. */
  public Parameter<T> about(String... lines) {
    builder.description(lines);
    return this;
  }

  /** Need not be there. */
  public Parameter<T> mayBeMissing() {
    builder.arity("0..1").required(false);
    return this;
  }

  /** There has to be one at least. */
  public Parameter<T> atLeastOne() {
    builder.arity("1..*").required(true);
    return this;
  }
}
