package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.frontends.macros.MissingMacros;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.frontends.vhdl.VhdlTranslation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Sources prepared for a Verilog tool: VHDL is translated, and models of the vendor macros in use
 * are added. Generated files are in a temporary folder, which is deleted when this object is
 * closed.
 */
public final class PreparedSources implements AutoCloseable {
  private final Sources sources;
  private final Optional<String> tool;
  private final List<String> warnings;
  private final TemporaryFolder work;

  private PreparedSources(
      Sources sources, Optional<String> tool, List<String> warnings, TemporaryFolder work) {
    this.sources = sources;
    this.tool = tool;
    this.warnings = warnings;
    this.work = work;
  }

  /**
   * Prepares sources.
   *
   * @param sources the given sources
   * @param top the top, a module or an entity
   * @param deadline how long each run of a tool may take
   * @return the prepared sources
   * @throws RtlException {@code SOURCE_INVALID}, {@code SOURCE_UNSUPPORTED}, {@code LATCH}, {@code
   *     TOOL_MISSING}, {@code TIMEOUT}, {@code CANCELLED}
   */
  public static PreparedSources of(Sources sources, String top, Duration deadline) {
    return of(sources, top, deadline, GhdlProgram::find);
  }

  static PreparedSources of(
      Sources sources, String top, Duration deadline, Supplier<GhdlProgram> ghdl) {
    for (Path file : sources.files()) {
      if (!Files.isRegularFile(file)) {
        throw new RtlException(
            RtlError.SOURCE_INVALID,
            "no such file: " + file,
            new NoSuchFileException(file.toString()));
      }
    }
    TemporaryFolder work = TemporaryFolder.create();
    boolean made = false;
    try {
      Path folder = Files.createDirectory(work.path().resolve("prepared"));
      PreparedSources prepared;
      if (VhdlTranslation.isNeeded(sources)) {
        VhdlTranslation translation =
            VhdlTranslation.of(sources, top, folder, deadline, ghdl.get());
        prepared =
            new PreparedSources(
                MissingMacros.add(translation.sources(), folder),
                Optional.of(translation.tool()),
                translation.warnings(),
                work);
      } else {
        prepared =
            new PreparedSources(
                MissingMacros.add(sources, folder), Optional.empty(), List.of(), work);
      }
      made = true;
      return prepared;
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    } finally {
      if (!made) {
        work.close();
      }
    }
  }

  /** {@return the sources in Verilog and SystemVerilog; valid until this is closed} */
  public Sources sources() {
    return sources;
  }

  /** {@return name and version of the VHDL translator, if one was needed} */
  public Optional<String> tool() {
    return tool;
  }

  /** {@return the warnings of that tool, with files and lines} */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * {@return whether a message is about a generated file, which the user cannot correct}
   *
   * @param message the message; it begins with the file
   */
  boolean isAboutGeneratedFile(String message) {
    return message.startsWith(work.path().toString());
  }

  /** Deletes the generated files. */
  @Override
  public void close() {
    work.close();
  }
}
