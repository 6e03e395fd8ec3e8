package dev.backplane.cli.command;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;

/**
 * One thing that a command line may say: declared once, as a field of what reads it, and after
 * parsing it has the value.
 *
 * @param <T> what it is read as
 */
abstract sealed class Declaration<T> permits Option, Parameter {
  private final @Nullable T absent;
  private @Nullable ArgSpec spec;

  /**
   * Declares one.
   *
   * @param absent what it is if the command line does not say it and nothing else is its default
   */
  Declaration(@Nullable T absent) {
    this.absent = absent;
  }

  /** Makes what the parser knows it by; called once, when all is declared. */
  abstract ArgSpec make();

  /** {@return what the parser knows it by} Its declaration ends here. */
  final ArgSpec spec() {
    ArgSpec made = spec;
    if (made == null) {
      made = make();
      spec = made;
    }
    return made;
  }

  /** {@return what the command line says, or its default} */
  public final Optional<T> optional() {
    T said = spec().getValue();
    return Optional.ofNullable(said == null ? absent : said);
  }

  /** {@return what the command line says, or its default, of which one is certain to be there} */
  public final T get() {
    return optional()
        .orElseThrow(() -> new IllegalStateException(spec().paramLabel() + " was not given"));
  }

  /** {@return whether there is something: said, or by default} */
  public final boolean isPresent() {
    return optional().isPresent();
  }
}
