package dev.backplane.rtl.frontends;

import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.frontends.vhdl.VhdlTranslation;
import dev.backplane.rtl.netlist.CoverPoints;
import dev.backplane.rtl.netlist.Netlist;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Prepares the sources and elaborates them with another front end. */
final class PreparingFrontEnd implements FrontEnd {
  /**
   * Part of the warning about a latch. Only this warning about a translation makes sense to readers
   * of its source.
   */
  private static final String LATCH = "' is a latch: ";

  private final FrontEnd verilog;
  private final Duration deadline;
  private final Supplier<GhdlProgram> ghdl;

  PreparingFrontEnd(FrontEnd verilog, Duration deadline, Supplier<GhdlProgram> ghdl) {
    this.verilog = verilog;
    this.deadline = deadline;
    this.ghdl = ghdl;
  }

  @Override
  public FrontEnd withCoverage() {
    return new PreparingFrontEnd(verilog.withCoverage(), deadline, ghdl);
  }

  @Override
  public String name() {
    return verilog.name();
  }

  @Override
  public String where() {
    return verilog.where();
  }

  @Override
  public String identity(Sources sources) {
    return verilog.identity(sources) + (VhdlTranslation.isNeeded(sources) ? ghdl.get().name() : "");
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    try (PreparedSources prepared = PreparedSources.of(sources, top, deadline, ghdl)) {
      Elaboration elaboration = verilog.elaborate(prepared.sources(), top);
      List<String> warnings = new ArrayList<>(prepared.warnings());
      for (String warning : elaboration.warnings()) {
        if (!prepared.isAboutGeneratedFile(warning)) {
          warnings.add(warning);
        } else if (warning.contains(LATCH)) {
          warnings.add("VHDL" + warning.substring(warning.indexOf(": ")));
        }
      }
      String tool = prepared.tool().map(first -> first + ", ").orElse("") + elaboration.tool();
      Netlist netlist =
          CoverPoints.filter(
              elaboration.netlist(), point -> !prepared.isAboutGeneratedFile(point.file()));
      return new Elaboration(netlist, tool, warnings);
    }
  }
}
