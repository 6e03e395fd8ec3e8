package dev.backplane.cli.capi;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import java.util.function.Function;
import java.util.stream.Stream;

/** Cards of coherent accelerators; the commands are below it. */
public final class CapiCommand extends Command {
  public CapiCommand(CommonOptions common) {
    super("capi", "List coherent accelerators, show their attributes, and flash their cards.");
    below(
        Stream.<Function<CommonOptions, Command>>of(
                CapiListCommand::new, CapiInfoCommand::new, CapiFlashCommand::new)
            .map(command -> command.apply(common.again()))
            .toList());
    footer(
        "", "'backplane serve --capi' lets C programs use the cards. docs/coherent.md tells more.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command below capi: " + namesBelow());
  }
}
