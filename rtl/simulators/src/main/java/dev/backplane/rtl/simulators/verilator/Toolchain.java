package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.cache.FolderTree;
import dev.backplane.rtl.base.tool.ToolAnswers;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.Verilator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The installed tools.
 *
 * @param verilator Verilator, the one that the front end uses too
 * @param version the versions of both tools: part of the digest of a model
 * @param include the folder with the sources of Verilator's runtime
 */
record Toolchain(Verilator verilator, String version, Path include) {
  static final String COMPILER = "g++";

  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static volatile @Nullable Toolchain found;

  /**
   * Finds the tools; the result is cached.
   *
   * @throws RtlException {@link RtlError#TOOL_MISSING} with what to install
   */
  static Toolchain find() {
    Toolchain known = found;
    if (known == null) {
      known = of(findVerilator());
      found = known;
    }
    return known;
  }

  /** The tools with a certain Verilator. */
  static Toolchain of(Verilator verilator) {
    Path folder;
    try {
      folder = Files.createTempDirectory("backplane-");
    } catch (IOException e) {
      throw new RtlException(RtlError.ENGINE_FAILED, "no temporary folder can be made: " + e, e);
    }
    try {
      String program = verilator.program().toString();
      Path root = Path.of(versionOf(folder, program, "--getenv", "VERILATOR_ROOT"));
      String compiler = versionOf(folder, COMPILER, "--version").lines().findFirst().orElse("");
      Path include = root.resolve("include");
      if (!Files.exists(include.resolve("verilated.cpp"))) {
        throw missing("there is no " + include.resolve("verilated.cpp"), null);
      }
      return new Toolchain(
          verilator, versionOf(folder, program, "--version") + "\n" + compiler, include);
    } finally {
      FolderTree.delete(folder);
    }
  }

  private static Verilator findVerilator() {
    try {
      return Verilator.find();
    } catch (RtlException e) {
      throw e.error() == RtlError.TOOL_MISSING ? missing(String.valueOf(e.getMessage()), e) : e;
    }
  }

  private static String versionOf(Path folder, String... command) {
    try {
      ToolRun run = ToolAnswers.ask(List.of(command), folder, DEADLINE);
      if (run.exitCode() != 0) {
        throw missing("'" + String.join(" ", command) + "' failed: " + run.output().strip(), null);
      }
      return run.output().strip();
    } catch (RtlException e) {
      throw e.error() == RtlError.TOOL_MISSING ? missing(String.valueOf(e.getMessage()), e) : e;
    }
  }

  private static RtlException missing(String what, @Nullable Throwable cause) {
    return new RtlException(
        RtlError.TOOL_MISSING,
        "The verilator engine needs Verilator 5 and g++, but %s. Install them (Debian: apt-get install verilator g++), or use the engine jvm"
            .formatted(what),
        cause);
  }
}
