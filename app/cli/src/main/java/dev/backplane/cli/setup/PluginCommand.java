package dev.backplane.cli.setup;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import java.util.List;

/** The {@code plugin} command, the parent of commands for a single plugin. */
public final class PluginCommand extends Command {
  public PluginCommand(CommonOptions common) {
    super("plugin", "Make plugins: drivers, and components of the compiler.");
    below(List.of(new PluginNewCommand(common.again())));
    footer("", "'backplane plugins' lists plugins; docs/plugins.md tells what they are.");
  }

  @Override
  public Integer call() {
    throw mistake("name a command below plugin: " + namesBelow());
  }
}
