package dev.backplane.rtl.frontend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Prepares the sources and elaborates them with another front end. */
final class PreparingFrontEnd implements FrontEnd {
  private final FrontEnd verilog;
  private final Duration deadline;

  PreparingFrontEnd(FrontEnd verilog, Duration deadline) {
    this.verilog = verilog;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return verilog.name();
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    try (PreparedSources prepared = PreparedSources.of(sources, top, deadline)) {
      Elaboration elaboration = verilog.elaborate(prepared.sources(), top);
      List<String> warnings = new ArrayList<>(prepared.warnings());
      elaboration.warnings().stream()
          .filter(warning -> !prepared.isAboutGeneratedFile(warning))
          .forEach(warnings::add);
      String tool = prepared.tool().map(first -> first + ", ").orElse("") + elaboration.tool();
      return new Elaboration(elaboration.netlist(), tool, warnings);
    }
  }
}
