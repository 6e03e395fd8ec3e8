package dev.backplane.cli;

import picocli.CommandLine.Option;

/** What every command has: where its words go, Ctrl-C, and the options that all understand. */
final class CommonOptions {
  private final Console console;
  private final Interruption interruption;

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

  /** {@return whether the stack of an error is wanted too} */
  boolean verbose() {
    return verbose;
  }
}
