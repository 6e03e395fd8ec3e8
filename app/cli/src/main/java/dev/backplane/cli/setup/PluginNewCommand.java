package dev.backplane.cli.setup;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.compiler.OutputFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** Makes the project of a new plugin. */
final class PluginNewCommand extends Command {
  /** The kind of plugin to make. */
  enum Kind {
    COMPONENT,
    DRIVER
  }

  private final CommonOptions common;

  private final Parameter<String> name =
      parameter(String.class, "NAME")
          .about("What it is called: lower-case letters and digits, a letter first.");

  private final Parameter<Path> folder =
      parameter(Path.class, "DIR").about("The project's folder, new or empty.");

  private final Option<Kind> kind =
      option(Kind.class, "--kind")
          .label("component|driver")
          .required()
          .about("A component of the compiler, or the driver of a device.");

  PluginNewCommand(CommonOptions common) {
    super("new", "Make the project of a plugin, which builds and passes its tests.");
    footer(
        "",
        "A component has Verilog, VHDL, PyTorch, and a test of the hardware against the"
            + " interpreter; a driver",
        "is the null driver under its new name, with the conformance kit.",
        "",
        "Example:",
        "  backplane plugin new softsign --kind component softsign");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    ProjectTemplate template =
        new ProjectTemplate(kind.get().name().toLowerCase(Locale.ROOT), name.get());
    String problem = template.problem();
    if (!problem.isEmpty()) {
      throw mistake(problem);
    }
    OutputFolder.write(folder.get(), template.files());
    PrintWriter out = common.console().out();
    out.println("made " + folder.get() + "; it is built and tested by");
    out.println("  cd " + folder.get() + " && mvn verify");
    out.println("README.md in it tells what is where, and how a program gets the plugin.");
    return ExitCode.OK;
  }
}
