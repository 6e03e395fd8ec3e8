package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.Outcome;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.xrt.door.Emconfig;
import dev.backplane.xrt.door.Scheduling;
import dev.backplane.xrt.door.XrtIni;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The hosts of examples/xrt and src/test/xrt, compiled, and the command as processes of their own,
 * with a launcher that finds the classes of this build.
 */
public final class XrtHosts {
  private static final Path EXAMPLES = Path.of(Outcome.example("xrt"));
  private static final Path OWN = Path.of("src", "test", "xrt").toAbsolutePath();
  private static final Path JAVA = Path.of(System.getProperty("java.home", ""), "bin", "java");

  private static final Path OWN_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

  private static final Path BINARIES = Path.of("target", "xrt-hosts").toAbsolutePath();

  /** Of this process; guarded by the class. */
  private static boolean allCompiled;

  private final Path folder;
  private final Path binaries;

  /**
   * Prepares a folder for runs of hosts in C++, which are compiled once for all tests.
   *
   * @param folder where all files of the runs go
   */
  XrtHosts(Path folder) throws IOException, InterruptedException {
    this(folder, compiled());
  }

  private XrtHosts(Path folder, Path binaries) throws IOException {
    this.folder = folder;
    this.binaries = binaries;
    assumeTrue(isOnPath("unzip"), "unzip is not installed, which XRT calls");
    Path launcher = Files.writeString(home().resolve("backplane"), launcherText());
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The command alone, for hosts in Java. */
  static XrtHosts ofJava(Path folder) throws IOException {
    return new XrtHosts(folder, folder);
  }

  /** Compiles all hosts at the first call; eight compilations take a quarter of a minute. */
  private static synchronized Path compiled() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/include/xrt/xclbin.h")), "libxrt-dev is not installed");
    assumeTrue(Files.exists(Path.of("/usr/include/CL/cl.h")), "OpenCL headers are not installed");
    assumeTrue(isOnPath("g++"), "g++ is not installed");
    if (allCompiled) {
      return BINARIES;
    }
    Files.createDirectories(BINARIES);
    List<Process> compilers =
        List.of(
            compile("vadd", "-lxrt_coreutil", "-luuid"),
            compile("buffers", "-lxrt_coreutil", "-luuid"),
            compile("vadd_opencl", "-lOpenCL", "-Wno-deprecated-declarations"),
            compile("faulty", "-lxrt_coreutil", "-luuid"),
            compile("killed", "-lxrt_coreutil", "-luuid"),
            compile("copies", "-lxrt_coreutil", "-luuid"),
            compile("copies_opencl", "-lOpenCL", "-Wno-deprecated-declarations"),
            compile("faulty_opencl", "-lOpenCL", "-Wno-deprecated-declarations"));
    for (Process compiler : compilers) {
      assertThat(compiler.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(compiler.exitValue()).isZero();
    }
    allCompiled = true;
    return BINARIES;
  }

  public static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static Process compile(String name, String... options) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"));
    command.addAll(List.of("-I/usr/include/xrt", "-o", BINARIES.resolve(name).toString()));
    Path example = EXAMPLES.resolve(name + ".cpp");
    command.add((Files.exists(example) ? example : OWN.resolve(name + ".cpp")).toString());
    command.addAll(List.of(options));
    command.add("-pthread");
    return new ProcessBuilder(command).inheritIO().start();
  }

  private Path home() throws IOException {
    return Files.createDirectories(folder.resolve("home"));
  }

  private static String launcherText() {
    return """
    #!/bin/sh
    exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m --enable-native-access=ALL-UNNAMED \
      -Dbackplane.home='%s' -cp '%s:%s' dev.backplane.cli.Main "$@"
    """
        .formatted(
            JAVA,
            System.getProperty("backplane.home", ""),
            System.getProperty("backplane.test.classpath", ""),
            OWN_CLASSES);
  }

  /** {@return the path of a compiled host} */
  String host(String name) {
    return binaries.resolve(name).toString();
  }

  /** Builds an image whose vadd is {@link JavaVadd}. */
  String javaImage() {
    return javaImage(1);
  }

  /** The same with so many compute units. */
  String javaImage(int units) {
    return javaImage(units, JavaVadd.class);
  }

  /** The same of another class. */
  String javaImage(int units, Class<?> kernel) {
    String image = folder.resolve(kernel.getSimpleName() + units + ".xclbin").toString();
    Outcome built =
        Outcome.of(
            "build",
            "-q",
            "--units",
            Integer.toString(units),
            "--java",
            Outcome.example("vadd/kernel.xml") + "=" + kernel.getName(),
            "-o",
            image);
    assertThat(built.code()).as(built.err()).isZero();
    return image;
  }

  /** Builds an image with two banks of the device and one of the host; units reach the first. */
  String banks() {
    String image = folder.resolve("banks.xclbin").toString();
    List<String> words = new ArrayList<>(List.of("build", "-q"));
    for (String bank : List.of("DDR[0]:1G", "DDR[1]:1G", "HOST[0]:1G")) {
      words.addAll(List.of("--bank", bank));
    }
    for (String argument : List.of("a", "b", "c")) {
      words.addAll(List.of("--connect", argument + "=DDR[0]"));
    }
    words.add("--java");
    words.add(Outcome.example("vadd/kernel.xml") + "=" + JavaVadd.class.getName());
    words.addAll(List.of("-o", image));
    Outcome built = Outcome.of(words.toArray(String[]::new));
    assertThat(built.code()).as(built.err()).isZero();
    return image;
  }

  /** Builds an image, in Java or RTL, whose only bank is memory of the host. */
  String hostMemory(String name) {
    String image = folder.resolve("host-" + name).toString();
    String description = Outcome.example("vadd/kernel.xml");
    List<String> words = new ArrayList<>(List.of("build", "-q", "--bank", "HOST[0]:1G"));
    if (name.startsWith("java")) {
      words.addAll(List.of("--java", description + "=dev.backplane.cli.host.JavaVadd"));
    } else {
      words.addAll(List.of("--kernel", description, Outcome.example("vadd/vadd.sv")));
      words.add(Outcome.example("rtl/ap_ctrl_hs.sv"));
    }
    words.addAll(List.of("-o", image));
    Outcome built = Outcome.of(words.toArray(String[]::new));
    assertThat(built.code()).as(built.err()).isZero();
    return image;
  }

  /** A command that runs. */
  record Running(Process process, Path output) {
    /** Waits for its end and gives exit code and all that it and its host printed. */
    Ended ended(int seconds) throws InterruptedException, IOException {
      boolean in = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!in) {
        process.destroy();
        process.waitFor(10, TimeUnit.SECONDS);
        process.destroyForcibly();
      }
      assertThat(in).as(text()).isTrue();
      return new Ended(process.exitValue(), text());
    }

    String text() throws IOException {
      return Files.readString(output);
    }

    /** Waits until it has printed something. */
    void prints(String words) throws IOException, InterruptedException {
      for (int glance = 0; glance < 600 && process.isAlive(); glance++) {
        if (text().contains(words)) {
          return;
        }
        process.waitFor(50, TimeUnit.MILLISECONDS);
      }
      assertThat(text()).contains(words);
    }
  }

  /** How a command ended. */
  record Ended(int code, String text) {}

  /** Starts the command with arguments. */
  Running start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home().resolve("backplane").toString());
    command.addAll(List.of(arguments));
    return start(command, Map.of());
  }

  /** Starts a host without {@code exec}: all it needs is made by hand. */
  Running startByHand(Scheduling scheduling, String... command) throws IOException {
    Path made = Files.createTempDirectory(folder, "made");
    XrtLibraries xrt = XrtLibraries.find(Map.of());
    Files.createSymbolicLink(made.resolve("lib"), xrt.folder());
    Files.writeString(
        made.resolve("emconfig.json"),
        new Emconfig(RtlImage.PLATFORM, List.of(16L << 30), scheduling).text());
    Path ini =
        Files.writeString(made.resolve("xrt.ini"), XrtIni.empty().forHost(false, false).text());
    Path card =
        Files.writeString(
            made.resolve("card.json"),
            "{\"plugins\": [{\"module\": \"softcard\", \"config\": {\"mode\": \"%s\"}, %s}]}"
                .formatted(scheduling.text(), "\"error_policy\": {\"deadline_ms\": 120000}"));
    return start(
        List.of(command),
        Map.ofEntries(
            Map.entry("XCL_EMULATION_MODE", "hw_emu"),
            Map.entry("XILINX_XRT", made.toString()),
            Map.entry("EMCONFIG_PATH", made.toString()),
            Map.entry("XRT_INI_PATH", ini.toString()),
            Map.entry("SDACCEL_EM_RUN_DIR", made.toString()),
            Map.entry("OCL_ICD_VENDORS", xrt.openCl().orElseThrow().toString()),
            Map.entry("USER", ServeCommand.user(System.getenv())),
            Map.entry("BACKPLANE_CONFIG", card.toString())));
  }

  /** Starts {@link JavaHost} in a process of its own. */
  Running startJava(Path configuration, String... arguments) throws IOException {
    return startJava(configuration, List.of(JavaHost.class.getName()), List.of(arguments));
  }

  /** Starts an example from its source, in a process of its own. */
  Running startExample(Path configuration, String name, String... arguments) throws IOException {
    String source = Outcome.example("src/main/java/dev/backplane/examples/" + name + ".java");
    return startJava(configuration, List.of(source), List.of(arguments));
  }

  private Running startJava(Path configuration, List<String> main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JAVA.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("backplane.test.classpath", "") + ":" + OWN_CLASSES);
    command.addAll(main);
    command.addAll(arguments);
    return start(command, Map.of("BACKPLANE_CONFIG", configuration.toString()));
  }

  private Running start(List<String> command, Map<String, String> environment) throws IOException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("BACKPLANE_HOME", home().toString());
    builder.environment().remove("BACKPLANE_CONFIG");
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().putAll(environment);
    return new Running(builder.directory(folder.toFile()).start(), output);
  }
}
