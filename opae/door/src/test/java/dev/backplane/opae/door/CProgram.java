package dev.backplane.opae.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program in C of the tests, linked with {@code -lopae-c}. */
final class CProgram {
  private static final Path SOURCES = Path.of("src/test/c");
  private static final Path HEADERS = Path.of("../clib/src/main/c/include");
  private static final int MOST_SECONDS = 120;

  /** The factor by which valgrind may slow a program down. */
  private static final int SLOWER = 5;

  /** The result of a run. */
  record Outcome(int status, String out, String err) {
    /** As a shell tells of a process that a signal ended. */
    boolean isSuccess() {
      return status == 0;
    }
  }

  private final Path folder;
  private final Path file;
  private final Map<String, String> variables = new HashMap<>();

  /** The command that runs the program; empty if it runs by itself. */
  private final List<String> before = new ArrayList<>();

  private CProgram(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /** Compiles a library that is linked with OPAE's, as plugins are. */
  static Path compilePlugin(String name, Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("lib" + name + ".so");
    run(
        new ProcessBuilder(
            "gcc",
            "-O1",
            "-g",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-I",
            HEADERS.toString(),
            "-o",
            file.toString(),
            SOURCES.resolve(name + ".c").toString(),
            "-L",
            folder.toString(),
            "-lopae-c"));
    return file;
  }

  /** Runs a program in Java that has the classes which a program in C has. */
  static Outcome runJava(Class<?> program, Path folder, Object... arguments)
      throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    CProgram run = new CProgram(folder, java);
    run.variables.put("BACKPLANE_CONFIG", run.configuration().toString());
    List<Object> all = new ArrayList<>();
    all.add("--enable-native-access=ALL-UNNAMED");
    all.add("-cp");
    all.add(classPath());
    all.add(program.getName());
    all.addAll(List.of(arguments));
    return run.run(all.toArray());
  }

  /** Compiles a program, or skips the test where there is no compiler. */
  static CProgram compile(String name, Path folder) throws IOException, InterruptedException {
    assumeTrue(isHere("gcc"), "gcc is not installed: tools/setup does it");
    Path library = OpaeCLibrary.file().orElseThrow();
    // By the name that -l looks for; the program then looks for the one that the library says.
    Files.copy(library, folder.resolve("libopae-c.so"), StandardCopyOption.REPLACE_EXISTING);
    Path file = folder.resolve(name);
    run(
        new ProcessBuilder(
            "gcc",
            "-O1",
            "-g",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I",
            HEADERS.toString(),
            "-o",
            file.toString(),
            SOURCES.resolve(name + ".c").toString(),
            "-L",
            folder.toString(),
            "-lopae-c",
            "-lpthread",
            "-Wl,-rpath," + library.getParent()));
    CProgram program = new CProgram(folder, file);
    program.variables.put("JAVA_HOME", System.getProperty("java.home"));
    program.variables.put("BACKPLANE_CLASS_PATH", classPath());
    program.variables.put("BACKPLANE_CONFIG", program.configuration().toString());
    program.variables.put("HOME", folder.toString());
    return program;
  }

  private static void run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }

  /** The C program's JVM takes modules as it takes jars: from the class path. */
  private static String classPath() {
    List<String> places = new ArrayList<>();
    places.add(Path.of("target/classes").toAbsolutePath().toString());
    places.add(Path.of("target/test-classes").toAbsolutePath().toString());
    // JUnit's own program has a class loader for it.
    if (CProgram.class.getClassLoader() instanceof URLClassLoader loader) {
      Stream.of(loader.getURLs())
          .map(url -> Path.of(url.getPath()).toString())
          .forEach(places::add);
    }
    Stream.of("jdk.module.path", "java.class.path")
        .map(System::getProperty)
        .filter(path -> path != null && !path.isEmpty())
        .forEach(places::add);
    return String.join(File.pathSeparator, places);
  }

  private static boolean isHere(String command) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  /** A configuration with the tests' card alone. */
  Path configuration() throws IOException {
    return configuration("testcard");
  }

  Path configuration(String module) throws IOException {
    Path file = folder.resolve(module + ".json");
    Files.writeString(file, "{\"plugins\": [{\"module\": \"%s\"}]}".formatted(module));
    return file;
  }

  CProgram with(String variable, String value) {
    variables.put(variable, value);
    return this;
  }

  CProgram without(String variable) {
    variables.remove(variable);
    return this;
  }

  /**
   * Has it run by valgrind, which writes what it finds to a file, or skips the test where there is
   * none. The JVM interprets: code that is made and changed is what valgrind is slow with.
   */
  CProgram underValgrind(Path report) {
    assumeTrue(isHere("valgrind"), "valgrind is not installed: tools/setup does it");
    before.addAll(
        List.of(
            "valgrind",
            "--quiet",
            "--smc-check=all-non-file",
            "--num-callers=40",
            "--leak-check=full",
            "--show-leak-kinds=definite",
            "--error-limit=no",
            "--xml=yes",
            "--xml-file=" + report));
    return with("BACKPLANE_JVM_OPTIONS", "-Xint");
  }

  Outcome run(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(before);
    command.add(file.toString());
    for (Object each : arguments) {
      command.add(each.toString());
    }
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", System.getenv("PATH"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    int most = before.isEmpty() ? MOST_SECONDS : SLOWER * MOST_SECONDS;
    if (!process.waitFor(most, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(
          file + " hangs; it said: " + Files.readString(out) + Files.readString(err));
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
