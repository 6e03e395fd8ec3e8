package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.vhdl.VhdlTranslation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads VHDL too: translates it, and lets another front end elaborate what there is then. */
final class VhdlFrontEnd implements FrontEnd {
  private final FrontEnd verilog;
  private final Duration deadline;

  VhdlFrontEnd(FrontEnd verilog, Duration deadline) {
    this.verilog = verilog;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return verilog.name();
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    if (!VhdlTranslation.isNeeded(sources)) {
      return verilog.elaborate(sources, top);
    }
    for (Path file : sources.files()) {
      if (!Files.isRegularFile(file)) {
        throw new RtlException(RtlError.SOURCE_INVALID, "no such file: " + file);
      }
    }
    try (WorkFolder work = WorkFolder.create()) {
      Path folder = Files.createDirectory(work.path().resolve("vhdl"));
      VhdlTranslation translation = VhdlTranslation.of(sources, top, folder, deadline);
      Elaboration elaboration = verilog.elaborate(translation.sources(), top);
      List<String> warnings = new ArrayList<>(translation.warnings());
      warnings.addAll(elaboration.warnings());
      return new Elaboration(
          elaboration.netlist(), translation.tool() + ", " + elaboration.tool(), warnings);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "the temporary folder cannot be used: " + e, e);
    }
  }
}
