package dev.backplane.cli.opae;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import java.util.function.Function;
import java.util.stream.Stream;

/** The {@code opae} command, the parent of commands that do what OPAE's own tools do. */
public final class OpaeCommand extends Command {
  public OpaeCommand(CommonOptions common) {
    super("opae", "List resources of OPAE, show what they tell, and load their accelerators.");
    below(
        Stream.<Function<CommonOptions, Command>>of(
                OpaeListCommand::new,
                OpaeInfoCommand::new,
                OpaeErrorsCommand::new,
                OpaeMetricsCommand::new,
                OpaeClockCommand::new,
                OpaeReconfigureCommand::new)
            .map(command -> command.apply(common.again()))
            .toList());
    footer(
        "",
        "For those who know OPAE's tools: fpgainfo is list, info and errors; fpgametrics is"
            + " metrics;",
        "userclk is clock; fpgaconf is reconfigure. docs/opae.md tells more.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command below opae: " + namesBelow());
  }
}
