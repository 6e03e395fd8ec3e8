package dev.backplane.cli.help;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Parameter;
import picocli.AutoComplete;

/** Prints a script with which a shell completes commands, options and their values. */
public final class CompletionCommand extends Command {
  public static final String NAME = "completion";

  /** Shells that scripts are made for. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final CommonOptions common;

  private final Parameter<Shell> shell =
      parameter(Shell.class, "bash|zsh|fish").about("Which shell reads it.");

  public CompletionCommand(CommonOptions common) {
    super(NAME, "Print a script that lets a shell complete commands, options and values.");
    footer(
        "",
        "Examples:",
        "  source <(backplane completion bash)",
        "  backplane completion fish >~/.config/fish/completions/backplane.fish");
    this.common = common;
  }

  @Override
  public Integer call() {
    String program = top().getCommandName();
    common
        .console()
        .out()
        .print(
            switch (shell.get()) {
              // zsh reads it with its own 'bashcompinit', which the script asks for.
              case BASH, ZSH -> AutoComplete.bash(program, top());
              case FISH -> new FishCompletion(top()).script();
            });
    return ExitCode.OK;
  }
}
