package dev.backplane.cli;

import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command has: where its words go, Ctrl-C, and the options that all understand. */
final class CommonOptions {
  private final Console console;
  private final Interruption interruption;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Use this configuration instead of searching for one.")
  private @Nullable Path config;

  @Option(names = Failures.VERBOSE, description = "Show where in the program an error came from.")
  private boolean verbose;

  CommonOptions(Console console, Interruption interruption) {
    this.console = console;
    this.interruption = interruption;
  }

  Console console() {
    return console;
  }

  Interruption interruption() {
    return interruption;
  }

  /** {@return a builder with the configuration that the command line names, if it names one} */
  BackplaneBuilder backplane() {
    BackplaneBuilder builder = Backplane.builder();
    return config == null ? builder : builder.configuration(config);
  }

  /** {@return the configuration that the command line names, if it names one} */
  Optional<Path> configuration() {
    return Optional.ofNullable(config);
  }

  /** {@return whether the stack of an error is wanted too} */
  boolean verbose() {
    return verbose;
  }
}
