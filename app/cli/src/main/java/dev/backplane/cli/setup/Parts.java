package dev.backplane.cli.setup;

import dev.backplane.api.BackplaneException;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.host.XrtLibraries;
import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.FrontEndProvider;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for the parts of a machine that Backplane uses where they are there. */
final class Parts {
  private static final Duration TOOL_DEADLINE = Duration.ofMinutes(1);
  private static final Path OPENCL_VENDORS = Path.of("/etc/OpenCL/vendors");
  private static final String NPM_YOSYS = "node_modules/@yowasp/yosys";

  private final Map<String, String> environment;
  private final List<Part> found = new ArrayList<>();

  private Parts(Map<String, String> environment) {
    this.environment = environment;
  }

  /** {@return all of them, whether they are there or not} */
  static List<Part> find(Map<String, String> environment) {
    Parts parts = new Parts(environment);
    parts.jdk();
    parts.aotCache();
    parts.frontEnds();
    parts.yosysOfNpm();
    ToolProbe.ALL.forEach(parts::program);
    parts.xrt();
    parts.openCl();
    return parts.found;
  }

  private void jdk() {
    String jdk = Runtime.version() + " in " + System.getProperty("java.home", "");
    Optional<String> defect = JdkDefects.of(Runtime.version());
    found.add(
        new Part(
            "JDK",
            defect.isEmpty(),
            jdk + defect.map(why -> ": " + why).orElse(""),
            "everything",
            "apt-get install temurin-25-jdk, from the packages of the Adoptium project"));
  }

  private void aotCache() {
    Optional<Path> cache =
        Home.distribution()
            .map(distribution -> distribution.resolve("backplane.aot"))
            .filter(Files::exists);
    found.add(
        new Part(
            "AOT cache",
            cache.isPresent(),
            cache.map(Path::toString).orElse("the build made none"),
            "a quick start of this command",
            "the first command after a build makes it"));
  }

  private void frontEnds() {
    for (FrontEndProvider provider : FrontEndProvider.all()) {
      String name = provider.name();
      String gives = "'backplane build': images from Verilog and SystemVerilog";
      String install = "apt-get install " + name;
      try {
        FrontEnd tool = provider.find(TOOL_DEADLINE);
        found.add(new Part(name, true, tool.name() + " in " + tool.where(), gives, install));
      } catch (RtlException e) {
        found.add(new Part(name, false, String.valueOf(e.getMessage()), gives, install));
      }
    }
  }

  /** A newer yosys than Debian's, which the front end takes where it is. */
  private void yosysOfNpm() {
    List<Path> places = new ArrayList<>();
    UserCache.folder(NPM_YOSYS, environment).ifPresent(places::add);
    places.add(Path.of(NPM_YOSYS));
    Optional<Path> place =
        places.stream().filter(each -> Files.exists(each.resolve("package.json"))).findFirst();
    found.add(
        new Part(
            "yosys of npm",
            place.isPresent(),
            place.map(Path::toString).orElse("in none of " + places),
            "a newer yosys, which reads SystemVerilog that Debian's does not",
            "apt-get install nodejs npm && npm install @yowasp/yosys"));
  }

  private void program(ToolProbe tool) {
    Optional<Path> program = tool.find(environment.getOrDefault("PATH", ""));
    ToolProbe.Answer answer =
        program.map(tool::version).orElseGet(() -> new ToolProbe.Answer(false, "not on PATH"));
    found.add(new Part(tool.name(), answer.works(), answer.text(), tool.gives(), tool.install()));
  }

  private void xrt() {
    String gives = "XRT programs on the software card, and the driver xrt";
    String install = "apt-get install libxrt1 libxrt-utils";
    try {
      String where = XrtLibraries.find(environment).folder().toString();
      found.add(new Part("libxrt", true, where, gives, install));
    } catch (BackplaneException e) {
      found.add(new Part("libxrt", false, e.problem(), gives, install));
    }
  }

  private void openCl() {
    List<String> vendors = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OPENCL_VENDORS, "*.icd")) {
      files.forEach(file -> vendors.add(String.valueOf(file.getFileName())));
    } catch (IOException e) {
      vendors.clear(); // No folder, no implementation.
    }
    vendors.sort(null);
    found.add(
        new Part(
            "OpenCL",
            !vendors.isEmpty(),
            vendors.isEmpty()
                ? "no implementation in " + OPENCL_VENDORS
                : String.join(", ", vendors) + " in " + OPENCL_VENDORS,
            "the driver opencl; pocl makes a device of the processor",
            "apt-get install pocl-opencl-icd"));
  }
}
