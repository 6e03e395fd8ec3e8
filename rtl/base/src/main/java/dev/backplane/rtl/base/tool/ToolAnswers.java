package dev.backplane.rtl.base.tool;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.cache.ContentCache;
import dev.backplane.rtl.base.cache.ContentDigest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Asks installed programs about themselves, such as for their versions. An answer is cached for the
 * user as long as the files of the program are the same: path, size, time and inode.
 */
public final class ToolAnswers {
  private static final long CACHE_BYTES = 1 << 20;

  /** Beginnings of variables that make a tool's script start another program. */
  private static final List<String> VARIABLES = List.of("VERILATOR", "GHDL", "YOSYS");

  private final Optional<Path> folder;
  private final Map<String, String> environment;

  ToolAnswers(Optional<Path> folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /**
   * Asks a program, unless its answer is known.
   *
   * @param command the program and its arguments
   * @param work a folder in which it may run
   * @param deadline how long it may take
   * @return its exit code and output; only answers with the exit code 0 are remembered
   * @throws dev.backplane.rtl.base.RtlException as {@link ToolRun#run(List, Path, Duration)}
   */
  public static ToolRun ask(List<String> command, Path work, Duration deadline) {
    return new ToolAnswers(UserCache.folder("tools"), System.getenv())
        .answer(command, work, deadline);
  }

  ToolRun answer(List<String> command, Path work, Duration deadline) {
    Optional<String> name = folder.isEmpty() ? Optional.empty() : identity(command);
    if (name.isEmpty()) {
      return ToolRun.run(command, work, deadline);
    }
    ContentCache cache = new ContentCache(folder.orElseThrow(), CACHE_BYTES);
    String answer = "answer.txt";
    Optional<String> known =
        cache.find(name.get(), entry -> Files.readString(entry.resolve(answer)));
    if (known.isPresent()) {
      return new ToolRun(0, known.get());
    }
    ToolRun run = ToolRun.run(command, work, deadline);
    if (run.exitCode() == 0) {
      cache.keep(name.get(), entry -> Files.writeString(entry.resolve(answer), run.output()));
    }
    return run;
  }

  /** The command and the files of its program; nothing if they are not found. */
  private Optional<String> identity(List<String> command) {
    ContentDigest digest = new ContentDigest();
    command.forEach(digest::add);
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (VARIABLES.stream().anyMatch(name::startsWith)) {
                digest.add(name).add(value);
              }
            });
    Optional<Path> program = find(command.getFirst());
    try {
      if (program.isEmpty()) {
        return Optional.empty();
      }
      Path real = program.get().toRealPath();
      addFile(real, digest);
      // A tool may be a script beside the program itself: verilator and verilator_bin.
      String start = String.valueOf(real.getFileName());
      for (String other : beside(real)) {
        if (other.startsWith(start) && other.length() > start.length()) {
          addFile(real.resolveSibling(other), digest);
        }
      }
      return Optional.of(digest.hexName());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static List<String> beside(Path file) {
    File parent = file.toFile().getParentFile();
    String[] names = parent == null ? null : parent.list();
    return names == null ? List.of() : Arrays.stream(names).sorted().toList();
  }

  private static void addFile(Path file, ContentDigest digest) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    digest.add(file.toString());
    digest.add(
        attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey());
  }

  private Optional<Path> find(String program) {
    if (program.contains("/")) {
      return Optional.of(Path.of(program));
    }
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, program);
      if (!folder.isEmpty() && Files.isExecutable(file) && Files.isRegularFile(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
