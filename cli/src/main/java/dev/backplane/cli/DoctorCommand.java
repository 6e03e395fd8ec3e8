package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.Yosys;
import dev.backplane.runtime.Backplane;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what is installed, what is missing, and what it would give. */
@Command(
    name = "doctor",
    header = "Show what is installed, what is missing and what it would give.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  private final TextTable table = new TextTable("", "WHAT", "FOUND", "GIVES");

  DoctorCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    String home = System.getProperty("java.home", "");
    found("JDK", Runtime.version() + " in " + home, "everything");
    aotCache();
    yosys();
    for (ToolProbe tool : ToolProbe.ALL) {
      Optional<Path> program = tool.find(System.getenv().getOrDefault("PATH", ""));
      if (program.isPresent()) {
        found(tool.name(), tool.version(program.get()), tool.gives());
      } else {
        missing(tool.name(), "not on PATH", tool.gives());
      }
    }
    xrt();
    table.print(common.console().out());
    configuration();
    return ExitCode.OK;
  }

  /** A configuration that cannot be used is a finding here, not a failure of the doctor. */
  private void configuration() {
    PrintWriter out = common.console().out();
    out.println();
    try (Backplane backplane = common.backplane().open()) {
      out.println("Configuration, in the order of the search:");
      backplane.configurationSource().searched().forEach(place -> out.println("  " + place));
      backplane.plugins().forEach(plugin -> out.println("plugin " + plugin));
    } catch (BackplaneException e) {
      out.println("--  configuration  " + Failures.oneLine(e));
    }
  }

  private void aotCache() {
    Optional<Path> cache = Home.find().map(home -> home.file("cli/target/dist/backplane.aot"));
    if (cache.isPresent() && Files.exists(cache.get())) {
      found("AOT cache", cache.get().toString(), "a quick start of this command");
    } else {
      missing("AOT cache", "the build made none", "a quick start of this command");
    }
  }

  private void yosys() {
    String gives = "'backplane build': images from Verilog and SystemVerilog";
    try {
      Yosys yosys = Yosys.find();
      found("yosys", yosys.name() + " in " + yosys.where(), gives);
    } catch (RtlException e) {
      missing("yosys", String.valueOf(e.getMessage()), gives);
    }
  }

  private void xrt() {
    String gives = "XRT programs on the software card, and the driver xrt";
    try {
      found("libxrt", XrtLibraries.find(System.getenv()).folder().toString(), gives);
    } catch (BackplaneException e) {
      missing("libxrt", e.problem(), gives);
    }
  }

  private void found(String what, String where, String gives) {
    table.row("ok", what, where, gives);
  }

  private void missing(String what, String why, String gives) {
    table.row("--", what, why, gives);
  }
}
