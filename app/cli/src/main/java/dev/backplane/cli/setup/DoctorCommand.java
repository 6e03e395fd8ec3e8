package dev.backplane.cli.setup;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Token;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.host.XrtLibraries;
import dev.backplane.cli.report.TextTable;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.FrontEndProvider;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.PluginReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Shows what is installed, what is missing, and what it would give. */
public final class DoctorCommand extends Command {
  private static final Duration TOOL_DEADLINE = Duration.ofMinutes(1);
  private static final String OK = "ok";
  private static final String MISSING = "--";

  private final CommonOptions common;
  private final TextTable table = new TextTable("", "WHAT", "FOUND", "GIVES");

  public DoctorCommand(CommonOptions common) {
    super("doctor", "Show what is installed, what is missing and what it would give.");
    exitCode(ExitCode.OK, "All was looked for, whatever is missing.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    String home = System.getProperty("java.home", "");
    String jdk = Runtime.version() + " in " + home;
    JdkDefects.of(Runtime.version())
        .ifPresentOrElse(
            defect -> missing("JDK", jdk + ": " + defect, "everything"),
            () -> found("JDK", jdk, "everything"));
    aotCache();
    frontEnds();
    for (ToolProbe tool : ToolProbe.ALL) {
      Optional<Path> program = tool.find(System.getenv().getOrDefault("PATH", ""));
      if (program.isPresent()) {
        ToolProbe.Answer answer = tool.version(program.get());
        table.row(answer.works() ? OK : MISSING, tool.name(), answer.text(), tool.gives());
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
      out.println();
      plugins(backplane).print(out);
      backplane.notes().forEach(out::println);
    } catch (BackplaneException e) {
      out.println("--  configuration  " + Failures.oneLine(e));
    }
  }

  /** A plugin is of use if it has a device; if not, it says where it looked and what it refused. */
  private static TextTable plugins(Backplane backplane) {
    Map<String, List<String>> devices =
        backplane.devices().tokens().stream()
            .collect(groupingBy(Token::plugin, mapping(Token::id, toList())));
    TextTable table = new TextTable("", "PLUGIN", "STATE", "DEVICES", "SAYS");
    for (PluginReport plugin : backplane.plugins()) {
      List<String> own = devices.getOrDefault(plugin.instance(), List.of());
      table.row(
          own.isEmpty() ? MISSING : OK,
          plugin.instance(),
          plugin.state().name().toLowerCase(Locale.ROOT),
          own.isEmpty() ? "no device" : String.join(", ", own),
          says(backplane, plugin));
    }
    return table;
  }

  private static String says(Backplane backplane, PluginReport plugin) {
    return plugin
        .lastError()
        .map(Failures::oneLine)
        .orElseGet(() -> backplane.plugin(plugin.instance()).whyNothing())
        .replaceAll("\\s*\\R\\s*", "; ");
  }

  private void aotCache() {
    Optional<Path> cache =
        Home.find().map(home -> home.file("app/dist/target/backplane/backplane.aot"));
    if (cache.isPresent() && Files.exists(cache.get())) {
      found("AOT cache", cache.get().toString(), "a quick start of this command");
    } else {
      missing("AOT cache", "the build made none", "a quick start of this command");
    }
  }

  private void frontEnds() {
    String gives = "'backplane build': images from Verilog and SystemVerilog";
    for (FrontEndProvider provider : FrontEndProvider.all()) {
      try {
        FrontEnd found = provider.find(TOOL_DEADLINE);
        found(provider.name(), found.name() + " in " + found.where(), gives);
      } catch (RtlException e) {
        missing(provider.name(), String.valueOf(e.getMessage()), gives);
      }
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
    table.row(OK, what, where, gives);
  }

  private void missing(String what, String why, String gives) {
    table.row(MISSING, what, why, gives);
  }
}
